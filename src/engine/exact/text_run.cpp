// TextRun: searches waiting targets in groups; passes results on in order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_run.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/os/file_status.hpp"
#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostCostly = 10;  // files

Error was_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The search was stopped",
          "searching exact text", "Search again to get a complete answer."};
}

}  // namespace

TextRun::TextRun(const TextSearchOptions& options, const TextIndexPlace* index,
                 const pattern::Pattern& pattern, const TextFileSink& sink)
    : options_(options),
      place_(index),
      root_(index == nullptr ? "" : index->root.string()),
      pattern_(pattern),
      sink_(sink),
      workers_(std::max(1U, std::thread::hardware_concurrency())) {}

template <class Open>
void TextRun::open_index(Open open) {
  if (place_ == nullptr) {
    report_.without_index = "There is no index of this folder";
  } else if (options_.is_inverted || pattern_.grams().kind == text::GramQuery::Kind::kAny) {
    return;  // a line in any file may match
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

bool TextRun::is_ruled_out(std::string_view path, const corpus::SearchedFile& file) {
  if (path.size() <= root_.size() || !path.starts_with(root_) || path[root_.size()] != '/')
    return false;
  os::FileStatus status;
  if (!os::status_at(file.folder, file.name.c_str(), status)) return false;
  const auto place = index_->locate(path.substr(root_.size() + 1), status, cursor_);
  return place && !holds_any(blocks_, *place);
}

bool TextRun::is_ruled_out(const TextTarget& target) const {
  if (!index_ || target.object.empty()) return false;
  const auto place = index_->locate_object(target.object);
  return place && !holds_any(blocks_, *place);
}

/// Searches the waiting targets when there are many, so that a search that ends early does not walk
/// further.
bool TextRun::add(TextTarget target) {
  constexpr std::size_t kMostWaiting = 1024, kMostWaitingBytes = 8U << 20;
  if (target.text) waiting_bytes_ += target.text->size();
  waiting_.push_back(std::move(target));
  if (waiting_.size() >= kMostWaiting || waiting_bytes_ >= kMostWaitingBytes) search_waiting();
  return !ended_.stop_requested();
}

TargetScan& TextRun::made(std::optional<TargetScan>& worker) const {
  if (!worker) worker.emplace(options_, pattern_);
  return *worker;
}

/// Passes files to threads in groups, and few files not at all: searching a file of typical size
/// takes less time than passing it.
void TextRun::search_waiting() {
  constexpr std::size_t kFewFiles = 64, kAtOnce = 16, kInFlight = 16;
  report_.files += waiting_.size();
  std::vector<ScannedTarget> slots(waiting_.size());
  const auto search_one = [&](std::size_t file, std::size_t worker) {
    if (!waiting_[file].path.empty())
      made(workers_[worker % workers_.size()])
          .scan(waiting_[file], report_.commit, slots[file], ended_.get_token());
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
  waiting_bytes_ = 0;
}

void TextRun::consume(const TextTarget& target, ScannedTarget& scanned) {
  if (ended_.stop_requested()) return;
  const bool is_in_pieces = scanned.is_large || target.path.empty();
  if (is_in_pieces) {
    const auto hand_out = [this](const TextFile& file) {
      if (!sink_(file)) ended_.request_stop();
      return !ended_.stop_requested();
    };
    made(consumer_).scan_in_pieces(target, report_.commit, scanned, hand_out, ended_.get_token());
  }
  if (!scanned.problem.empty())
    report_.problems.emplace_back(target.shown, std::move(scanned.problem));
  if (scanned.is_costly && ++costly_ >= kMostCostly) ended_.request_stop();
  ++report_.read_files;
  report_.read_bytes += scanned.bytes;
  if (scanned.file.line_count == 0) return;
  ++report_.matched_files;
  report_.lines += scanned.file.line_count;
  if (!is_in_pieces && !sink_(scanned.file)) ended_.request_stop();
}

Result<TextSearchReport> TextRun::run(HistoryTargets history, std::stop_token stop) {
  report_.commit = history.asked.commit;
  report_.problems = std::move(history.problems);
  report_.missing = std::move(history.missing);
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

Result<TextSearchReport> TextRun::finish(const std::stop_token& stop) {
  if (stop.stop_requested()) return was_stopped();
  if (costly_ < kMostCostly) return std::move(report_);
  const auto& [path, problem] = report_.problems.back();
  return Error{ErrorCategory::kInvalidArgument, error_code::kPatternTooCostly,
               "The search stopped because the pattern is too costly for " +
                   std::to_string(costly_) + " files, the last one " + path + ": " + problem,
               "searching exact text", "Avoid nested repetition in the pattern"};
}

Result<TextSearchReport> TextRun::run(const TextCatalog& catalog, std::string_view folder,
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

Result<TextSearchReport> TextRun::run(std::stop_token stop) {
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

Result<TextSearchReport> TextRun::run(const NamespaceTargets& items, std::stop_token stop) {
  const std::stop_callback on_stop(stop, [this] { ended_.request_stop(); });
  const text::GramQuery any;
  std::size_t paths = 0, read_paths = 0;
  bool is_read = false;
  NamespaceVisitor visitor;
  visitor.on_path = [&](std::string_view, const std::string&) {
    ++paths;
    is_read = false;
    return !ended_.stop_requested();
  };
  visitor.on_item = [&](TextTarget target) {
    read_paths += is_read ? 0 : 1;
    is_read = true;
    return add(std::move(target));
  };
  visitor.on_problem = [this](std::string path, std::string problem) {
    report_.problems.emplace_back(std::move(path), std::move(problem));
  };
  visitor.on_unspared = [this](std::string why) { report_.without_index = std::move(why); };
  CODEWEAVER_TRY(items.visit(options_.is_inverted ? any : pattern_.grams(), visitor));
  search_waiting();
  report_.files = paths;
  report_.read_files = read_paths;
  return finish(stop);
}

}  // namespace codeweaver::engine
