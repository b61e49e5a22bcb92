// Exact search: the files of a walk, those that the index does not rule out, read and scanned.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text_search.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>

#include "base/file.hpp"
#include "base/os/file_status.hpp"
#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/search_walk.hpp"
#include "corpus/text_file.hpp"
#include "engine/exact/text_index.hpp"
#include "engine/exact/text_scan.hpp"
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
  std::vector<TextTarget> files;
  std::vector<std::pair<std::string, std::string>> problems;
};

/// Globs of types by name; `all` is every one. Errors: kInvalidArgument "UNKNOWN_TYPE".
Result<std::vector<std::string>> globs_of_types(const std::vector<std::string>& names) {
  std::vector<std::string> globs;
  for (const auto& name : names) {
    bool is_known = false;
    for (const auto& [known, of_type] : text_file_types())
      if (known == name || name == "all") {
        globs.insert(globs.end(), of_type.begin(), of_type.end());
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
  CODEWEAVER_ASSIGN(walk.wanted_names, globs_of_types(options.types));
  CODEWEAVER_ASSIGN(walk.unwanted_names, globs_of_types(options.types_not));
  const auto paths = options.paths.empty() ? std::vector<std::string>{""} : options.paths;
  for (const auto& path : paths) {
    const fs::path place = options.working_directory / path;
    os::FileStatus status;
    if (!os::status_of(place.c_str(), status)) {
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

/// UTF-16 by its mark is decoded, the mark of UTF-8 left out; all else stays as it is.
std::string searched_text(std::string bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    bytes.erase(0, 3);
  } else if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    if (auto text = corpus::decode_text(bytes, "")) return std::move(*text);
  }
  return bytes;
}

class TextSearch {
 public:
  TextSearch(const TextSearchOptions& options, const TextIndexPlace* index,
             const pattern::Pattern& pattern, const TextFileSink& sink)
      : options_(options), place_(index), pattern_(pattern), sink_(sink) {}

  Result<TextSearchReport> run(TextTargets targets, std::stop_token stop);

 private:
  struct Slot {
    std::string text;
    TextFile file;
    std::string problem;
    bool is_read = false;
  };
  void open_index();
  void search(const TextTarget& target, std::optional<pattern::LineMatcher>& matcher,
              Slot& slot) const;
  bool is_ruled_out(const TextTarget& target) const;
  void consume(const TextTarget& target, Slot& slot);

  const TextSearchOptions& options_;
  const TextIndexPlace* place_;
  const pattern::Pattern& pattern_;
  const TextFileSink& sink_;
  std::optional<TextIndex> index_;
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

void TextSearch::search(const TextTarget& target, std::optional<pattern::LineMatcher>& matcher,
                        Slot& slot) const {
  if (is_ruled_out(target)) return;
  auto bytes = base::read_file(target.path);
  if (!bytes) {
    slot.problem = bytes.error().cause;
    return;
  }
  slot.is_read = true;
  slot.text = searched_text(std::move(*bytes));
  slot.file.path = target.shown;
  slot.file.is_named = target.is_named;
  if (!matcher) matcher.emplace(pattern_);
  scan_text(slot.text, options_, *matcher, slot.file);
}

void TextSearch::consume(const TextTarget& target, Slot& slot) {
  if (ended_.stop_requested()) return;
  if (!slot.problem.empty()) report_.problems.emplace_back(target.shown, std::move(slot.problem));
  if (slot.is_read) {
    ++report_.read_files;
    report_.read_bytes += slot.text.size();
  }
  if (slot.file.line_count == 0) return;
  ++report_.matched_files;
  report_.lines += slot.file.line_count;
  if (!sink_(slot.file)) ended_.request_stop();
}

Result<TextSearchReport> TextSearch::run(TextTargets targets, std::stop_token stop) {
  constexpr std::size_t kFewFiles = 16, kInFlight = 256;
  report_.problems = std::move(targets.problems);
  report_.files = targets.files.size();
  open_index();
  const auto& files = targets.files;
  std::vector<Slot> slots(files.size());
  const std::stop_callback on_stop(stop, [this] { ended_.request_stop(); });
  const std::size_t workers = files.size() < kFewFiles ? 1 : 0;
  std::vector<std::optional<pattern::LineMatcher>> matchers(
      std::max(1U, std::thread::hardware_concurrency()));
  base::ordered_parallel(
      files.size(), workers, kInFlight,
      [&](std::size_t i, std::size_t worker) {
        std::optional<pattern::LineMatcher> own;
        search(files[i], worker < matchers.size() ? matchers[worker] : own, slots[i]);
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
