// CodeWeaver's freshness: indexes changes before a search and excludes files that remain stale.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// How long a search waits for an index run before it answers without it.
constexpr auto kRunPatience = std::chrono::milliseconds(250);
/// Time between checks for the first index while a search waits for it.
constexpr auto kFirstIndexPause = std::chrono::milliseconds(10);
constexpr std::string_view kIndexingNow = "Results may be incomplete, indexing in progress";
constexpr std::string_view kNotIndexed =
    "Changed files could not be indexed; results cover only the unchanged files";
constexpr std::string_view kNeedsRun =
    "The settings changed since the last index run, or that run was interrupted; results "
    "cover only the unchanged files until the next index run";

bool is_cancelled(const Error& error) {
  return error.category == ErrorCategory::kCancelled;
}

std::string left_files_warning(std::size_t files) {
  return std::to_string(files) +
         (files == 1 ? " changed file is not indexed yet and is"
                     : " changed files are not indexed yet and are") +
         " missing from the results; the next searches or an index run will add " +
         (files == 1 ? "it" : "them");
}

}  // namespace

std::optional<std::string> CodeWeaver::Impl::missing_folder_warning() const {
  std::error_code error;
  if (std::filesystem::exists(project.root, error) || error) return std::nullopt;
  return "The folder of the project does not exist: " + project.root.string() +
         ". Results come from the last index. Restore the folder, or remove the project";
}

/// True if the first index was complete within the allowed time.
bool CodeWeaver::Impl::wait_for_first_index(const std::stop_token& stop) {
  const auto begin = [&] {
    const std::lock_guard lock(mutex);
    if (!first_wait_begin) first_wait_begin = std::chrono::steady_clock::now();
    return *first_wait_begin;
  }();
  while (!engine::read_coverage(paths()).is_whole) {
    const auto waited = std::chrono::steady_clock::now() - begin;
    const auto least = *options.first_index_wait;
    const auto left = waited < least ? std::nullopt : engine::seconds_left(paths());
    if (stop.stop_requested() ||
        !engine::keeps_waiting(waited, least, options.first_index_patience, left))
      return false;
    std::this_thread::sleep_for(kFirstIndexPause);
  }
  return true;
}

/// Does nothing if another process is indexing.
Result<void> CodeWeaver::Impl::make_first_index(std::stop_token stop) {
  const std::lock_guard turn(runs);
  const auto report = indexer->run({}, std::move(stop));
  if (!report)
    return report.error().code == error_code::kIndexLocked ? Result<void>() : report.error();
  if (report->status != IndexStatus::kCancelled) {
    keep_commits(paths(), report->files_indexed);
    return {};
  }
  return Error{ErrorCategory::kCancelled, error_code::kCancelled,
               "The search was stopped while the project was indexed", "searching",
               "Search again; finished work is kept."};
}

Result<engine::Freshness> CodeWeaver::Impl::sync_with_tree(std::stop_token stop) {
  const bool is_whole = engine::read_coverage(paths()).is_whole;
  if (is_whole && !options.checks_tree) return engine::Freshness();
  if (is_whole && watched.skips_scan(std::chrono::steady_clock::now())) return engine::Freshness();
  if (!is_whole && options.first_index_wait && !wait_for_first_index(stop))
    return engine::Freshness{{}, nullptr, false};
  auto fresh = freshness.run([&] { return refresh(stop); }, stop);
  if (!fresh || !fresh->is_fresh()) watched.distrust();
  return fresh;
}

/// Builds the first index, or indexes changed files for as long as a search waits.
Result<engine::Freshness> CodeWeaver::Impl::refresh(std::stop_token stop) {
  engine::Freshness out;
  if (const auto coverage = engine::read_coverage(paths()); !coverage.is_whole) {
    const auto made = make_first_index(std::move(stop));
    out.is_compared = engine::read_coverage(paths()).is_whole;
    if (made) return out;
    if (is_cancelled(made.error()) || is_repairable(made.error()) || coverage.files == 0)
      return made.error();
    out.warnings.push_back(engine::warning_of(kNotIndexed, made.error()));
    return out;
  }
  std::unique_lock turn(runs, std::defer_lock);
  if (!turn.try_lock_for(kRunPatience))
    return engine::Freshness{{std::string(kIndexingNow)}, nullptr, false};
  auto report = indexer->refresh(options.patience, stop);
  const auto is_locked = [&] { return !report && report.error().code == error_code::kIndexLocked; };
  // Usually another process is indexing the same change.
  if (is_locked() && base::FileLock::acquire_within(paths().lock(), kRunPatience, stop))
    report = indexer->refresh(options.patience, std::move(stop));
  if (is_locked()) return engine::Freshness{{std::string(kIndexingNow)}, nullptr, false};
  if (!report) {
    if (is_cancelled(report.error()) || is_repairable(report.error())) return report.error();
    out.is_compared = false;
    if (!missing_folder_warning())
      out.warnings.push_back(engine::warning_of(kNotIndexed, report.error()));
    return out;
  }
  if (report->files > 0) {
    keep_commits(paths(), report->files);
    merges.notify();
  }
  if (report->needs_run) return engine::Freshness{{std::string(kNeedsRun)}, nullptr, false};
  if (!report->left.empty())
    out.left = std::make_shared<const std::vector<std::string>>(std::move(report->left));
  return out;
}

/// Adds an overlay that excludes stale files to the searcher of `out`, below the unsaved texts,
/// which are authoritative for their paths. If the folder does not exist, its index is kept,
/// because nothing else exists.
Result<void> CodeWeaver::Impl::skip_stale(const engine::Freshness& fresh, Unsaved* unsaved,
                                          Prepared& out, const std::stop_token& stop) {
  std::vector<std::string> stale;
  if (fresh.left) stale = *fresh.left;
  if (!fresh.is_compared) {
    if (auto missing_folder = missing_folder_warning()) {
      out.warnings.push_back(std::move(*missing_folder));
    } else {
      CODEWEAVER_ASSIGN(stale, out.searcher->stale_files(options.index, options.patience, stop));
    }
  }
  if (stale.empty()) {
    if (unsaved == nullptr) return {};
    CODEWEAVER_ASSIGN(out.searcher, unsaved->over(std::move(out.searcher), *this));
    return {};
  }
  Overlay without;
  if (unsaved != nullptr) {
    CODEWEAVER_ASSIGN(without, admitted(unsaved->overlay()));
  }
  std::size_t left = 0;
  for (const auto& path : stale) {
    if (unsaved != nullptr && unsaved->overlay().files().contains(path)) continue;
    CODEWEAVER_TRY(without.remove(path));
    ++left;
  }
  if (left > 0) out.warnings.push_back(left_files_warning(left));
  CODEWEAVER_ASSIGN(auto over, out.searcher->with_overlay(std::move(without), options.index));
  out.searcher = std::make_shared<HybridSearcher>(std::move(over));
  return {};
}

}  // namespace codeweaver::inline v0_1
