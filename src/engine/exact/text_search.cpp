// Exact search: the files of a walk, those that the index does not rule out, read and scanned.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text_search.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>

#include "base/os/file_status.hpp"
#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/search_walk.hpp"
#include "engine/exact/text_index.hpp"
#include "engine/exact/text_scan.hpp"
#include "engine/exact/text_source.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver {
namespace fs = std::filesystem;
namespace engine {
namespace {

/// A file to search.
struct TextTarget {
  std::string path;   // to be opened
  std::string shown;  // as it is printed
  bool is_named = false;
};

struct TextTargets {
  bool are_mapped = false;  // ripgrep maps few files that are named alone, which zero bytes tell
  std::vector<TextTarget> files;
  std::vector<std::pair<std::string, std::string>> problems;
};

/// Globs of types by name, behind ! as those are; `all` is every one. Errors: kInvalidArgument
/// "UNKNOWN_TYPE".
Result<std::vector<std::string>> globs_of_types(const std::vector<std::string>& types) {
  std::vector<std::string> globs;
  for (const auto& type : types) {
    const std::string not_this = type.starts_with('!') ? "!" : "";
    const auto name = type.substr(not_this.size());
    bool is_known = false;
    for (const auto& [known, of_type] : text_file_types()) {
      if (known != name && name != "all") continue;
      for (const auto& glob : of_type) globs.push_back(not_this + glob);
      is_known = true;
    }
    if (!is_known)
      return Error{ErrorCategory::kInvalidArgument, error_code::kUnknownType,
                   "There is no type of files '" + name + "'", "choosing files",
                   "Choose one of those there are, or name files by globs"};
  }
  return globs;
}

std::string message_of(int error) {
  return std::system_category().message(error) + " (os error " + std::to_string(error) + ")";
}

Result<TextTargets> find_targets(const TextSearchOptions& options, std::stop_token stop) {
  TextTargets out;
  corpus::SearchWalkOptions walk;
  std::error_code ignored;
  walk.working_directory = fs::weakly_canonical(options.working_directory, ignored);
  walk.takes_hidden = options.takes_hidden;
  walk.takes_ignored = options.takes_ignored;
  walk.globs = options.globs;
  CODEWEAVER_ASSIGN(walk.names, globs_of_types(options.types));
  const auto paths = options.paths.empty() ? std::vector<std::string>{""} : options.paths;
  out.are_mapped = paths.size() <= 10;
  for (const auto& path : paths) {
    const fs::path place = options.working_directory / path;
    os::FileStatus status;
    const bool is_there = os::status_of(place.c_str(), status);
    out.are_mapped = out.are_mapped && is_there && status.type == os::FileType::kFile;
    if (!is_there) {
      out.problems.emplace_back(path, message_of(errno));
      continue;
    }
    if (status.type != os::FileType::kFolder) {
      out.files.push_back({place.string(), path, true});
      continue;
    }
    const auto folder = fs::canonical(place, ignored);
    const std::string inner = folder == "/" ? "/" : folder.string() + "/";
    const std::string prefix = path.empty() || path.ends_with('/') ? path : path + "/";
    corpus::SearchWalkVisitor visitor;
    visitor.on_file = [&](std::string_view below) {
      out.files.push_back({inner + std::string(below), prefix + std::string(below), false});
    };
    visitor.on_unreadable = [&](std::string_view below, int error) {
      out.problems.emplace_back(prefix + std::string(below), message_of(error));
    };
    CODEWEAVER_TRY(corpus::walk_searched(folder, walk, visitor, stop));
  }
  return out;
}

pattern::PatternOptions pattern_options(const TextSearchOptions& options) {
  pattern::PatternOptions out;
  out.patterns = options.patterns;
  out.is_fixed = options.is_fixed;
  out.letter_case = static_cast<pattern::LetterCase>(options.case_rule);
  out.is_word = options.extent == TextExtent::kWord;
  out.is_line = options.extent == TextExtent::kLine;
  return out;
}

class TextSearch {
 public:
  TextSearch(const TextSearchOptions& options, const TextIndexPlace* index,
             const pattern::Pattern& pattern, const TextFileSink& sink)
      : options_(options), place_(index), pattern_(pattern), sink_(sink) {}

  Result<TextSearchReport> run(TextTargets targets, std::stop_token stop);

 private:
  struct Slot {
    TextArena arena;  // of the lines of `file`
    TextFile file;
    std::string problem;
    bool is_read = false;
    bool is_large = false;  // it has more lines than are kept
    std::uint64_t bytes = 0;
  };
  void open_index();
  void search(const TextTarget& target, TextScanner& scanner, Slot& slot) const;
  void search_in_pieces(const TextTarget& target, Slot& slot);
  Result<TextSource> open(const TextTarget& target, std::uint64_t& bytes) const;
  bool is_ruled_out(const TextTarget& target) const;
  void consume(const TextTarget& target, Slot& slot);

  const TextSearchOptions& options_;
  const TextIndexPlace* place_;
  const pattern::Pattern& pattern_;
  const TextFileSink& sink_;
  std::optional<TextIndex> index_;
  bool are_mapped_ = false;
  TextSearchReport report_;
  std::stop_source ended_;  // by the sink
};

void TextSearch::open_index() {
  if (place_ == nullptr) {
    report_.without_index = "There is no index of this folder";
  } else if (options_.is_inverted || pattern_.grams().kind == text::GramQuery::Kind::kAny) {
    return;  // a line may match in any file
  } else if (auto opened = TextIndex::open(*place_, pattern_.grams())) {
    index_.emplace(std::move(*opened));
  } else {
    report_.without_index = opened.error().cause;
  }
}

bool TextSearch::is_ruled_out(const TextTarget& target) const {
  if (!index_) return false;
  const auto root = place_->root.string();
  const std::string_view path = target.path;
  if (path.size() <= root.size() || !path.starts_with(root) || path[root.size()] != '/')
    return false;
  os::FileStatus status;
  return os::status_of(target.path.c_str(), status) &&
         index_->rules_out(path.substr(root.size() + 1), status);
}

Result<TextSource> TextSearch::open(const TextTarget& target, std::uint64_t& bytes) const {
  CODEWEAVER_ASSIGN(auto text, open_text(target.path, target.is_named, are_mapped_));
  text.read = [read = std::move(text.read), &bytes](char* out, std::size_t size) {
    const auto count = read(out, size);
    if (count > 0) bytes += static_cast<std::uint64_t>(count);
    return count;
  };
  return text;
}

void TextSearch::search(const TextTarget& target, TextScanner& scanner, Slot& slot) const {
  if (is_ruled_out(target)) return;
  slot.is_read = true;
  slot.file.path = target.shown;
  slot.file.is_named = target.is_named;
  const auto text = open(target, slot.bytes);
  if (!text) {
    slot.problem = text.error().cause;
    return;
  }
  const auto end = scanner.scan(*text, slot.file, slot.arena, ended_.get_token());
  slot.is_large = end == ScanEnd::kFull;
  if (end == ScanEnd::kFailed) slot.problem = message_of(errno);
}

/// Begins anew, as what was found is not all.
void TextSearch::search_in_pieces(const TextTarget& target, Slot& slot) {
  slot.file = {.path = target.shown, .is_named = target.is_named};
  slot.arena.clear();
  slot.bytes = 0;
  const auto text = open(target, slot.bytes);
  if (!text) {
    slot.problem = text.error().cause;
    return;
  }
  TextScanner scanner(options_, pattern_);
  const auto hand_out = [this](const TextFile& file) {
    if (!sink_(file)) ended_.request_stop();
    return !ended_.stop_requested();
  };
  if (scanner.scan_in_pieces(*text, slot.file, hand_out, ended_.get_token()) == ScanEnd::kFailed)
    slot.problem = message_of(errno);
}

void TextSearch::consume(const TextTarget& target, Slot& slot) {
  if (ended_.stop_requested()) return;
  if (slot.is_large) search_in_pieces(target, slot);
  if (!slot.problem.empty()) report_.problems.emplace_back(target.shown, std::move(slot.problem));
  if (slot.is_read) ++report_.read_files;
  report_.read_bytes += slot.bytes;
  if (slot.file.line_count == 0) return;
  ++report_.matched_files;
  report_.lines += slot.file.line_count;
  if (!slot.is_large && !sink_(slot.file)) ended_.request_stop();
}

Result<TextSearchReport> TextSearch::run(TextTargets targets, std::stop_token stop) {
  constexpr std::size_t kFewFiles = 16, kInFlight = 256;
  report_.problems = std::move(targets.problems);
  report_.files = targets.files.size();
  are_mapped_ = targets.are_mapped;
  open_index();
  const auto& files = targets.files;
  std::vector<Slot> slots(files.size());
  const std::stop_callback on_stop(stop, [this] { ended_.request_stop(); });
  const std::size_t workers = files.size() < kFewFiles ? 1 : 0;
  std::vector<std::unique_ptr<TextScanner>> scanners(
      std::max(1U, std::thread::hardware_concurrency()));
  base::ordered_parallel(
      files.size(), workers, kInFlight,
      [&](std::size_t i, std::size_t worker) {
        auto& scanner = scanners[worker % scanners.size()];
        if (!scanner) scanner = std::make_unique<TextScanner>(options_, pattern_);
        search(files[i], *scanner, slots[i]);
      },
      [&](std::size_t i) {
        consume(files[i], slots[i]);
        slots[i] = {};
      },
      ended_.get_token());
  if (stop.stop_requested())
    return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The search was stopped",
                 "searching exact text", "Run it again to get a complete answer."};
  return std::move(report_);
}

}  // namespace
}  // namespace engine

Result<TextSearchReport> search_text(const TextSearchOptions& options, const TextIndexPlace* index,
                                     const TextFileSink& sink, std::stop_token stop) {
  CODEWEAVER_ASSIGN(const auto pattern,
                    pattern::Pattern::compile(engine::pattern_options(options)));
  CODEWEAVER_ASSIGN(auto targets, engine::find_targets(options, stop));
  return engine::TextSearch(options, index, pattern, sink).run(std::move(targets), stop);
}

Result<TextSearchReport> list_searched(const TextSearchOptions& options, const TextFileSink& sink,
                                       std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto targets, engine::find_targets(options, std::move(stop)));
  TextSearchReport report;
  report.problems = std::move(targets.problems);
  report.files = targets.files.size();
  for (auto& target : targets.files) {
    TextFile file;
    file.path = std::move(target.shown);
    file.is_named = target.is_named;
    if (!sink(file)) break;
  }
  return report;
}

}  // namespace codeweaver
