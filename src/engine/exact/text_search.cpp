// Exact search: the files of a walk, those that the index does not rule out, read and scanned.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text_search.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

#include "base/os/file_status.hpp"
#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/git_tree.hpp"
#include "engine/exact/history_targets.hpp"
#include "engine/exact/text_catalog.hpp"
#include "engine/exact/text_index.hpp"
#include "engine/exact/text_scan.hpp"
#include "engine/exact/text_source.hpp"
#include "engine/exact/text_targets.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver {
namespace engine {
namespace {

pattern::PatternOptions pattern_options(const TextSearchOptions& options) {
  pattern::PatternOptions out;
  out.patterns = options.patterns;
  out.is_fixed = options.is_fixed;
  out.is_perl = options.is_perl;
  out.letter_case = static_cast<pattern::LetterCase>(options.case_rule);
  out.is_word = options.extent == TextExtent::kWord;
  out.is_line = options.extent == TextExtent::kLine;
  return out;
}

constexpr std::size_t kMostCostly = 10;  // files

class TextSearch {
 public:
  TextSearch(const TextSearchOptions& options, const TextIndexPlace* index,
             const pattern::Pattern& pattern, const TextFileSink& sink)
      : options_(options),
        place_(index),
        root_(index == nullptr ? "" : index->root.string()),
        pattern_(pattern),
        sink_(sink),
        workers_(std::max(1U, std::thread::hardware_concurrency())) {}

  Result<TextSearchReport> run(std::stop_token stop);
  /// The same over files of a commit or a difference.
  Result<TextSearchReport> run(HistoryTargets history, std::stop_token stop);
  /// The same over the files of a catalog below `folder`.
  Result<TextSearchReport> run(const TextCatalog& catalog, std::string_view folder,
                               std::stop_token stop);

 private:
  struct Slot {
    TextArena arena;  // of the lines of `file`
    TextFile file;
    std::string problem;
    bool is_large = false;   // it has more lines than are kept
    bool is_costly = false;  // a line takes the pattern too much work
    std::uint64_t bytes = 0;
  };
  /// What one thread works with.
  struct Worker {
    TextScanner scanner;
    TextFileReader files;
    std::optional<corpus::CommitTree> commit;
  };
  template <class Open>
  void open_index(Open open);
  bool is_ruled_out(const TextTarget& target) const;
  bool is_ruled_out(std::string_view path, const corpus::SearchedFile& file);
  bool add(TextTarget target);
  Worker& made(std::optional<Worker>& worker) const;
  void search_waiting();
  void search(const TextTarget& target, Worker& worker, Slot& slot) const;
  void search_in_pieces(const TextTarget& target, Slot& slot);
  Result<TextSource> open(const TextTarget& target, std::uint64_t& bytes, Worker& worker) const;
  Result<TextSource> open_object(const TextTarget& target, Worker& worker) const;
  void consume(const TextTarget& target, Slot& slot);
  static void note_failure(const TextScanner& scanner, ScanEnd end, Slot& slot);
  Result<TextSearchReport> finish(const std::stop_token& stop);

  const TextSearchOptions& options_;
  const TextIndexPlace* place_;
  const std::string root_;
  const pattern::Pattern& pattern_;
  const TextFileSink& sink_;
  std::optional<TextIndex> index_;
  TextIndex::Cursor cursor_;
  std::vector<store::ChunkSet> blocks_;  // of the index, that may match
  std::vector<TextTarget> waiting_;
  std::vector<std::optional<Worker>> workers_;  // one a thread
  std::optional<Worker> consumer_;
  TextSearchReport report_;
  std::size_t costly_ = 0;  // files with a line that takes too much work
  std::stop_source ended_;  // by the sink, or as too many are costly
};

template <class Open>
void TextSearch::open_index(Open open) {
  if (place_ == nullptr) {
    report_.without_index = "There is no index of this folder";
  } else if (options_.is_inverted || pattern_.grams().kind == text::GramQuery::Kind::kAny) {
    return;  // a line may match in any file
  } else if (auto opened = open()) {
    auto blocks = opened->blocks_of(pattern_.grams());
    if (!blocks) {
      report_.without_index = blocks.error().cause;
      return;
    }
    index_.emplace(std::move(*opened));
    blocks_ = std::move(*blocks);
  } else {
    report_.without_index = opened.error().cause;
  }
}

bool TextSearch::is_ruled_out(std::string_view path, const corpus::SearchedFile& file) {
  if (path.size() <= root_.size() || !path.starts_with(root_) || path[root_.size()] != '/')
    return false;
  os::FileStatus status;
  if (!os::status_at(file.folder, file.name.c_str(), status)) return false;
  const auto place = index_->locate(path.substr(root_.size() + 1), status, cursor_);
  return place && !holds_any(blocks_, *place);
}

bool TextSearch::is_ruled_out(const TextTarget& target) const {
  if (!index_ || target.object.empty()) return false;
  const auto place = index_->locate_object(target.object);
  return place && !holds_any(blocks_, *place);
}

/// What waits is searched when it is much, so that a search that ends early walks no further.
bool TextSearch::add(TextTarget target) {
  constexpr std::size_t kMostWaiting = 1024;
  waiting_.push_back(std::move(target));
  if (waiting_.size() >= kMostWaiting) search_waiting();
  return !ended_.stop_requested();
}

TextSearch::Worker& TextSearch::made(std::optional<Worker>& worker) const {
  if (!worker) worker.emplace(Worker{TextScanner(options_, pattern_), {}, std::nullopt});
  return *worker;
}

/// Files are handed from thread to thread some at a time, and few not at all: a file of usual size
/// is searched in less time than that takes.
void TextSearch::search_waiting() {
  constexpr std::size_t kFewFiles = 64, kAtOnce = 16, kInFlight = 16;
  report_.files += waiting_.size();
  std::vector<Slot> slots(waiting_.size());
  const auto search_one = [&](std::size_t file, std::size_t worker) {
    if (!waiting_[file].path.empty())
      search(waiting_[file], made(workers_[worker % workers_.size()]), slots[file]);
  };
  const auto consume_one = [&](std::size_t file) {
    consume(waiting_[file], slots[file]);
    slots[file] = {};
  };
  if (workers_.size() == 1 || waiting_.size() < kFewFiles) {
    for (std::size_t file = 0; file < waiting_.size() && !ended_.stop_requested(); ++file) {
      search_one(file, 0);
      consume_one(file);
    }
  } else {
    const auto each = [&](std::size_t some, const auto& visit) {
      const std::size_t end = std::min((some + 1) * kAtOnce, waiting_.size());
      for (std::size_t file = some * kAtOnce; file < end; ++file) visit(file);
    };
    base::ordered_parallel((waiting_.size() + kAtOnce - 1) / kAtOnce, workers_.size(), kInFlight,
                           [&](std::size_t some, std::size_t worker) {
                             each(some, [&](std::size_t file) { search_one(file, worker); });
                           },
                           [&](std::size_t some) { each(some, consume_one); }, ended_.get_token());
  }
  waiting_.clear();
}

Result<TextSource> TextSearch::open_object(const TextTarget& target, Worker& worker) const {
  if (!worker.commit) {
    CODEWEAVER_ASSIGN(auto tree,
                      corpus::CommitTree::open(options_.working_directory, report_.commit));
    worker.commit.emplace(std::move(tree));
  }
  CODEWEAVER_ASSIGN(auto bytes, worker.commit->read(target.object));
  return text_in_memory(std::move(bytes), target.is_named, target.is_mapped);
}

Result<TextSource> TextSearch::open(const TextTarget& target, std::uint64_t& bytes,
                                    Worker& worker) const {
  CODEWEAVER_ASSIGN(auto text, target.text != nullptr
                                   ? text_in_memory(*target.text, target.is_named, target.is_mapped)
                               : !target.object.empty() ? open_object(target, worker)
                               : target.path.empty()    ? read_text(options_.input)
                               : target.is_mapped
                                   ? open_text(target.path, target.is_named, true)
                                   : worker.files.open(target.path, target.is_named));
  text.lines = target.lines;
  text.read = [read = std::move(text.read), &bytes](char* out, std::size_t size) {
    const auto count = read(out, size);
    if (count > 0) bytes += static_cast<std::uint64_t>(count);
    return count;
  };
  return text;
}

void TextSearch::search(const TextTarget& target, Worker& worker, Slot& slot) const {
  slot.file.path = target.shown;
  slot.file.is_named = target.is_named;
  const auto text = open(target, slot.bytes, worker);
  if (!text) {
    slot.problem = text.error().cause;
    return;
  }
  if (text->whole.data() != nullptr && !options_.is_inverted &&
      !pattern_.may_match_in(text->whole)) {
    slot.bytes = text->whole.size();
    return;
  }
  const auto end = worker.scanner.scan(*text, slot.file, slot.arena, ended_.get_token());
  slot.is_large = end == ScanEnd::kFull;
  note_failure(worker.scanner, end, slot);
}

void TextSearch::note_failure(const TextScanner& scanner, ScanEnd end, Slot& slot) {
  if (end != ScanEnd::kFailed) return;
  slot.is_costly = !scanner.problem().empty();
  slot.problem = slot.is_costly ? scanner.problem() : message_of_system(errno);
}

/// Begins anew, as what was found is not all.
void TextSearch::search_in_pieces(const TextTarget& target, Slot& slot) {
  slot.file = {};
  slot.file.path = target.shown;
  slot.file.is_named = target.is_named;
  slot.arena.clear();
  slot.bytes = 0;
  auto& worker = made(consumer_);
  const auto text = open(target, slot.bytes, worker);
  if (!text) {
    slot.problem = text.error().cause;
    return;
  }
  const auto hand_out = [this](const TextFile& file) {
    if (!sink_(file)) ended_.request_stop();
    return !ended_.stop_requested();
  };
  const auto end = worker.scanner.scan_in_pieces(*text, slot.file, hand_out, ended_.get_token());
  note_failure(worker.scanner, end, slot);
}

void TextSearch::consume(const TextTarget& target, Slot& slot) {
  if (ended_.stop_requested()) return;
  const bool is_in_pieces = slot.is_large || target.path.empty();
  if (is_in_pieces) search_in_pieces(target, slot);
  if (!slot.problem.empty()) report_.problems.emplace_back(target.shown, std::move(slot.problem));
  if (slot.is_costly && ++costly_ >= kMostCostly) ended_.request_stop();
  ++report_.read_files;
  report_.read_bytes += slot.bytes;
  if (slot.file.line_count == 0) return;
  ++report_.matched_files;
  report_.lines += slot.file.line_count;
  if (!is_in_pieces && !sink_(slot.file)) ended_.request_stop();
}

Error was_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The search was stopped",
          "searching exact text", "Run it again to get a complete answer."};
}

Result<TextSearchReport> TextSearch::run(HistoryTargets history, std::stop_token stop) {
  report_.commit = history.asked.commit;
  report_.problems = std::move(history.problems);
  open_index([&] { return TextIndex::open_objects(*place_, report_.commit); });
  const std::stop_callback on_stop(stop, [this] { ended_.request_stop(); });
  for (auto& target : history.files) {
    if (ended_.stop_requested()) break;
    if (is_ruled_out(target))
      ++report_.files;
    else
      add(std::move(target));
  }
  search_waiting();
  return finish(stop);
}

Result<TextSearchReport> TextSearch::finish(const std::stop_token& stop) {
  if (stop.stop_requested()) return was_stopped();
  if (costly_ < kMostCostly) return std::move(report_);
  const auto& [path, problem] = report_.problems.back();
  return Error{ErrorCategory::kInvalidArgument, error_code::kPatternTooCostly,
               "The search ended at the " + std::to_string(costly_) +
                   "th file that the pattern is too costly for, " + path + ": " + problem,
               "searching exact text", "Write it with fewer repetitions in one another"};
}

Result<TextSearchReport> TextSearch::run(const TextCatalog& catalog, std::string_view folder,
                                         std::stop_token stop) {
  const std::stop_callback on_stop(stop, [this] { ended_.request_stop(); });
  const text::GramQuery any;
  CODEWEAVER_ASSIGN(
      const auto files,
      catalog.visit_candidates(options_.is_inverted ? any : pattern_.grams(), folder,
                               [&](std::size_t file) {
                                 std::string path(catalog.path(file));
                                 return add({root_ + "/" + path, path, false, false, {}, nullptr});
                               }));
  search_waiting();
  report_.files = files;
  return finish(stop);
}

Result<TextSearchReport> TextSearch::run(std::stop_token stop) {
  open_index([&] { return TextIndex::open(*place_); });
  const std::stop_callback on_stop(stop, [this] { ended_.request_stop(); });
  TextTargetVisitor visitor;
  if (index_)
    visitor.spares = [this](std::string_view path, const corpus::SearchedFile& file) {
      return is_ruled_out(path, file);
    };
  visitor.on_spared = [this] { ++report_.files; };
  visitor.on_target = [this](TextTarget target) { return add(std::move(target)); };
  visitor.on_problem = [this](std::string path, std::string problem) {
    report_.problems.emplace_back(std::move(path), std::move(problem));
  };
  CODEWEAVER_TRY(visit_targets(options_, visitor, stop));
  search_waiting();
  return finish(stop);
}

}  // namespace

Result<TextSearchReport> search_catalog(const TextSearchOptions& options,
                                        const TextIndexPlace& place, const TextCatalog& catalog,
                                        std::string_view folder, const TextFileSink& sink,
                                        std::stop_token stop) {
  CODEWEAVER_ASSIGN(const auto pattern, pattern::Pattern::compile(pattern_options(options)));
  return TextSearch(options, &place, pattern, sink).run(catalog, folder, std::move(stop));
}

}  // namespace engine

Result<TextSearchReport> search_text(const TextSearchOptions& options, const TextIndexPlace* index,
                                     const TextFileSink& sink, std::stop_token stop) {
  CODEWEAVER_ASSIGN(const auto pattern,
                    pattern::Pattern::compile(engine::pattern_options(options)));
  engine::TextSearch search(options, index, pattern, sink);
  if (!engine::is_history(options)) return search.run(std::move(stop));
  CODEWEAVER_ASSIGN(auto history, engine::history_targets(options));
  return search.run(std::move(history), std::move(stop));
}

Result<TextSearchReport> list_searched(const TextSearchOptions& options, const TextFileSink& sink,
                                       std::stop_token stop) {
  TextSearchReport report;
  if (engine::is_history(options)) {
    CODEWEAVER_ASSIGN(auto history, engine::history_targets(options));
    report.commit = std::move(history.asked.commit);
    report.problems = std::move(history.problems);
    for (auto& target : history.files) {
      ++report.files;
      TextFile file;
      file.path = std::move(target.shown);
      if (!sink(file)) break;
    }
    return report;
  }
  engine::TextTargetVisitor visitor;
  visitor.on_target = [&](engine::TextTarget target) {
    ++report.files;
    TextFile file;
    file.path = std::move(target.shown);
    file.is_named = target.is_named;
    return sink(file);
  };
  visitor.on_problem = [&](std::string path, std::string problem) {
    report.problems.emplace_back(std::move(path), std::move(problem));
  };
  CODEWEAVER_TRY(engine::visit_targets(options, visitor, std::move(stop)));
  return report;
}

}  // namespace codeweaver
