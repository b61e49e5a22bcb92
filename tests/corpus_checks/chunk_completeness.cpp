// Chunks the real code of a folder and checks, by language, that the chunks are complete.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// CODEWEAVER_CORPUS       folder with source trees; required
// CODEWEAVER_MAX_FILES    files a language, spread evenly over the sorted paths; default 400
// CODEWEAVER_SAMPLE       chunks a language that are judged, drawn with a fixed seed; default 100
// CODEWEAVER_LANGUAGES    comma-separated ids; default all with a grammar
// CODEWEAVER_SHOW_FAULTS  1 prints the chunks that are not complete
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "chunk/chunk.hpp"
#include "chunk/completeness.hpp"
#include "chunk/piece_checks.hpp"
#include "chunk/syntax_tree_source.hpp"
#include "corpus_checks/real_files.hpp"
#include "syntax/language.hpp"

namespace {

using namespace codeweaver;
using chunk::testing::Completeness;
using corpus_checks::read;
using corpus_checks::setting;

constexpr std::uint32_t kSeed = 20251121;
constexpr std::size_t kFewestChunks = 100;
constexpr double kLeastComplete = 0.95;

/// One chunk that was drawn to be judged.
struct Drawn {
  std::string path;
  chunk::Piece piece;
};

/// A random sample of a stream of chunks, all equally likely.
class Sample {
 public:
  Sample(std::size_t size, std::uint32_t seed) : size_(size), random_(seed) {}
  void offer(const std::string& path, const chunk::Piece& piece) {
    ++seen_;
    if (drawn_.size() < size_) {
      drawn_.push_back({path, piece});
      return;
    }
    const std::size_t place = random_() % seen_;
    if (place < size_) drawn_[place] = {path, piece};
  }
  const std::vector<Drawn>& drawn() const { return drawn_; }

 private:
  std::size_t size_;
  std::size_t seen_ = 0;
  std::mt19937_64 random_;
  std::vector<Drawn> drawn_;
};

struct Report {
  std::size_t files = 0;
  std::size_t error_files = 0;
  std::size_t text_files = 0;  ///< fell back to text chunks
  std::size_t faults = 0;      ///< files with a broken promise
  std::uint64_t bytes = 0;
  double parse_seconds = 0;
  double chunk_seconds = 0;             ///< with parsing
  std::vector<std::uint32_t> sizes;     ///< of all AST chunks
  std::vector<std::uint32_t> in_large;  ///< of those of files that need several
  std::size_t parts = 0;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

class LanguageCheck {
 public:
  LanguageCheck(syntax::LanguageIndex language, std::size_t sample)
      : language_(language), sound_(sample, kSeed), with_errors_(sample, kSeed) {}

  void add(const std::string& path) {
    const std::string text = read(path);
    if (text.find('\0') != std::string::npos) return;
    double at = cpu_seconds();
    const auto tree = syntax::SyntaxTree::parse(text, language_);
    report_.parse_seconds += cpu_seconds() - at;
    at = cpu_seconds();
    const chunk::ChunkedText out = chunk::chunk_text(text, language_, options_);
    report_.chunk_seconds += cpu_seconds() - at;
    report_.bytes += text.size();
    report_.files += 1;
    const std::string fault = chunk::testing::broken_promise(text, out.pieces, options_.hard_limit);
    if (!fault.empty()) {
      ++report_.faults;
      std::printf("FAULT %s: %s\n", path.c_str(), fault.c_str());
    }
    if (!tree || out.pieces.empty() || out.pieces[0].source == ChunkSource::kTextBlock) {
      report_.text_files += 1;
      return;
    }
    report_.error_files += out.error_ratio > 0 ? 1 : 0;
    for (const chunk::Piece& piece : out.pieces) {
      report_.sizes.push_back(piece.tokens);
      report_.parts += piece.is_part ? 1 : 0;
      if (out.pieces.size() > 1) report_.in_large.push_back(piece.tokens);
      (out.error_ratio > 0 ? with_errors_ : sound_).offer(path, piece);
    }
  }

  /// Prints the row; false when a promise is broken.
  bool finish() {
    if (report_.sizes.empty()) return report_.faults == 0;
    const double complete = judge(sound_);
    const double complete_in_errors = judge(with_errors_);
    std::sort(report_.sizes.begin(), report_.sizes.end());
    const double mb = static_cast<double>(report_.bytes) / 1e6;
    std::printf(
        "%-14s %6zu %6zu %6zu %8zu %7.1f %7.1f %5.0f %6.0f %6.0f %6.0f %6.0f %6.1f %7.1f\n",
        std::string(syntax::languages()[language_].id).c_str(), report_.files, report_.error_files,
        report_.text_files, report_.sizes.size(), 100 * complete, 100 * complete_in_errors,
        100.0 * static_cast<double>(report_.parts) / static_cast<double>(report_.sizes.size()),
        average(report_.sizes), average(report_.in_large), percentile(5), percentile(95),
        mb / report_.parse_seconds, mb / (report_.chunk_seconds - report_.parse_seconds));
    std::fflush(stdout);
    const bool is_enough = report_.sizes.size() >= kFewestChunks;
    return report_.faults == 0 && (!is_enough || complete >= kLeastComplete);
  }

 private:
  static double average(const std::vector<std::uint32_t>& sizes) {
    std::uint64_t sum = 0;
    for (const std::uint32_t size : sizes) sum += size;
    return sizes.empty() ? 0 : static_cast<double>(sum) / static_cast<double>(sizes.size());
  }
  double percentile(std::size_t percent) const {
    return report_.sizes[(report_.sizes.size() - 1) * percent / 100];
  }

  double judge(const Sample& sample) const {
    if (sample.drawn().empty()) return 1;
    std::size_t complete = 0;
    for (const Drawn& drawn : sample.drawn()) {
      const std::string text = read(drawn.path);
      const auto tree = syntax::SyntaxTree::parse(text, language_);
      if (!tree) continue;
      const chunk::SyntaxTreeSource source(*tree);
      const chunk::testing::CompletenessChecker checker(text, source, options_.max_tokens);
      const Completeness found = checker.check(drawn.piece);
      const bool is_complete = found == Completeness::kWhole || found == Completeness::kPart;
      complete += is_complete ? 1 : 0;
      if (!is_complete && setting("CODEWEAVER_SHOW_FAULTS", 0) != 0)
        std::printf("  %s %s:%u-%u\n",
                    found == Completeness::kCutsUnit ? "cuts a unit" : "is not labelled",
                    drawn.path.c_str(), drawn.piece.lines.start_line, drawn.piece.lines.end_line);
    }
    return static_cast<double>(complete) / static_cast<double>(sample.drawn().size());
  }

  syntax::LanguageIndex language_;
  chunk::ChunkOptions options_;
  Report report_;
  Sample sound_;
  Sample with_errors_;
};

}  // namespace

int main() {
  const auto files = corpus_checks::wanted_files();
  if (!files) return 2;
  std::printf(
      "seed %u; complete: whole siblings or labelled parts of what is too large, in sound "
      "files and in files with errors; avg+: files of several chunks; MB/s of CPU time\n",
      kSeed);
  std::printf("%-14s %6s %6s %6s %8s %7s %7s %5s %6s %6s %6s %6s %6s %7s\n", "language", "files",
              "errors", "text", "chunks", "compl%", "in err%", "part%", "avg", "avg+", "p5", "p95",
              "parse", "chunk");
  bool is_good = true;
  for (const auto& [language, paths] : *files) {
    LanguageCheck check(language, setting("CODEWEAVER_SAMPLE", 100));
    for (const std::string& path :
         corpus_checks::spread(paths, setting("CODEWEAVER_MAX_FILES", 400)))
      check.add(path);
    is_good = check.finish() && is_good;
  }
  std::puts(is_good ? "All promises kept." : "A promise is broken.");
  return is_good ? 0 : 1;
}
