// CodeWeaver's preparation of a search: freshness, the requested tree, and files that are stale.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/freshness/freshness_step.hpp"
#include "engine/indexing/commit_run.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::size_t kShortId = 12;  // digits of a commit id in messages
constexpr std::string_view kRebuiltMeanwhile =
    "Part of the index was damaged, missing or in an older format, and was rebuilt";
constexpr std::string_view kNotReopened =
    "The newest state of the index could not be opened; results come from the previous state";

std::string left_files_warning(std::size_t files) {
  return std::to_string(files) +
         (files == 1 ? " changed file is not indexed yet and is"
                     : " changed files are not indexed yet and are") +
         " missing from the results; the next searches or an index run will add " +
         (files == 1 ? "it" : "them");
}

/// Rebuilds the segments of the folder from the database, or makes those of a commit be rebuilt
/// when it is opened.
Result<void> rebuild(engine::FolderRuns& runs, const std::string& commit, const CallContext& call) {
  if (commit.empty()) {
    CODEWEAVER_TRY(runs.index({}, call));
    return {};
  }
  const engine::StatePaths tree{runs.paths().folder, engine::commit_tree(commit)};
  std::error_code ignored;
  std::filesystem::remove(tree.segments() / tree.manifest(), ignored);
  return {};
}

}  // namespace

/// The searcher of the folder, also if its index is not whole.
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::open_folder(Unsaved* unsaved) {
  CODEWEAVER_ASSIGN(auto newest, trees.folder());
  return trees.with_unsaved(std::move(newest), unsaved);
}

/// Opens the tree of out.target. Null: nothing of it is published yet.
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::open_target(Prepared& out,
                                                                      engine::Freshness& fresh,
                                                                      const CallContext& call) {
  const auto& commit = out.target.commit;
  engine::FailedOpening failed;
  failed.is_whole = !out.coverage;
  failed.is_commit = !commit.empty();
  for (auto opened = trees.open(commit, call);;) {
    if (opened) return opened;
    const auto error = opened.error();
    auto held = trees.held(commit);
    failed.has_previous = held != nullptr;
    failed.is_locked = error.code == error_code::kIndexLocked;
    failed.is_damaged = engine::can_be_repaired(error);
    failed.is_lasting = engine::is_fault(error) && !repairs.is_repairable(error);
    switch (engine::next_step(failed)) {
      case engine::OpeningStep::kNothing:
        if (failed.is_locked) {
          out.why_none = "Commit " + commit.substr(0, kShortId) +
                         " is not in the index yet because another index run is active; search "
                         "again when it has ended";
          out.warnings.push_back(out.why_none);
        }
        return std::shared_ptr<HybridSearcher>();
      case engine::OpeningStep::kRepair: {
        failed.was_repaired = true;
        const auto repaired = rebuild(runs, commit, call);
        if (repaired) out.warnings.emplace_back(kRebuiltMeanwhile);
        // The owner of the lock repairs it, too.
        const bool is_ready = repaired || repaired.error().code == error_code::kIndexLocked;
        opened = is_ready ? trees.open(commit, call) : repaired.error();
        break;
      }
      case engine::OpeningStep::kPrevious:
        out.warnings.push_back(engine::warning_of(kNotReopened, error));
        fresh.is_compared = false;
        return held;
      case engine::OpeningStep::kFail:
        return error;
    }
  }
}

Result<CodeWeaver::Impl::Prepared> CodeWeaver::Impl::ready(const SearchOptions& asked,
                                                           const CallContext& given,
                                                           Unsaved* unsaved) {
  const auto call = given.awaited();
  const engine::SharedDeadline deadline(asked.deadline);
  const bool was_whole = engine::read_coverage(paths()).is_whole;
  CODEWEAVER_ASSIGN(auto target, engine::resolve_target(project.root, asked.ref, asked.changed_in));
  Prepared out{nullptr, engine::options_within(target, asked), std::move(target)};
  const bool is_commit = !out.target.commit.empty();
  engine::Freshness fresh;
  if (!is_commit || !was_whole) {  // a commit shares the contents of the tree
    CODEWEAVER_ASSIGN(fresh, freshness.run(call.until(engine::end_of_calls(asked.deadline))));
    if (!is_commit) out.warnings = fresh.warnings;
  }
  // A first index may take any time; everything else shares the deadline.
  const engine::SharedDeadline rest(was_whole ? deadline.left_to_answer() : asked.deadline);
  if (const auto coverage = engine::read_coverage(paths()); !coverage.is_whole) {
    out.coverage = coverage.share();
    out.seconds_left = engine::seconds_left(paths());
    out.why_none = engine::empty_answer().summary;
    if (coverage.share() < 1) {
      out.why_none = coverage_warning(coverage, out.seconds_left);
      out.warnings.push_back(out.why_none);
    }
    if (is_commit || mirror) return out;  // a store only gets complete states
  }
  CODEWEAVER_ASSIGN(out.searcher, open_target(out, fresh, call));
  if (!out.searcher) return out;
  if (!out.target.missing.empty()) out.warnings.push_back(out.target.missing);
  if (is_commit) {
    const auto missing = engine::missing_files(config, out.target.commit);
    const auto commit = "commit " + out.target.commit.substr(0, kShortId);
    if (missing > 0) out.warnings.push_back(engine::missing_warning(missing, commit));
    return out;
  }
  CODEWEAVER_TRY(runs.sync(project.tree, call.until(engine::end_of_calls(rest.left()))));
  out.options.deadline = rest.left_to_answer();
  CODEWEAVER_TRY(skip_stale(fresh, unsaved, out, call));
  return out;
}

/// Adds an overlay that excludes stale files to the searcher of `out`, below the unsaved texts,
/// which are authoritative for their paths. If the folder does not exist, its index is kept,
/// because nothing else exists.
Result<void> CodeWeaver::Impl::skip_stale(const engine::Freshness& fresh, Unsaved* unsaved,
                                          Prepared& out, const CallContext& call) {
  std::vector<std::string> stale;
  if (fresh.left) stale = *fresh.left;
  if (!fresh.is_compared) {
    if (auto missing_folder = engine::missing_folder_warning(project.root)) {
      out.warnings.push_back(std::move(*missing_folder));
    } else {
      CODEWEAVER_ASSIGN(stale,
                        out.searcher->stale_files(options.index, options.patience, call.stop));
    }
  }
  if (stale.empty()) {
    CODEWEAVER_ASSIGN(out.searcher, trees.with_unsaved(std::move(out.searcher), unsaved));
    return {};
  }
  Overlay without;
  if (unsaved != nullptr) {
    CODEWEAVER_ASSIGN(without, trees.admitted(unsaved->overlay()));
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
