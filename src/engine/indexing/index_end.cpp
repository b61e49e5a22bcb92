// Completes indexing runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/index_end.hpp"

#include <string>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "engine/indexing/deleted_worktrees.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/left_out.hpp"
#include "engine/writing/removed_trees.hpp"

namespace codeweaver::engine {
namespace {

/// Everything in one transaction. A run that found nothing to do leaves no record, so that the last
/// one with work stays visible, and commits nothing.
Result<void> write_end(const DerivedRun& run, IndexStatus status, const DerivedState& now,
                       store::Database& database, TreeWriter& tree, const RunRecorder& recorder) {
  const auto& before = run.work.scan.derived;
  const auto settings_key = tree_key(kSettingsKey, run.paths);
  CODEWEAVER_ASSIGN(const auto noted, database.meta(settings_key));
  const bool is_recorded = status != IndexStatus::kSkipped;
  const bool is_new_state = now.run != before.run;
  if (!is_new_state && !is_recorded && noted == recorder.settings_hash()) return {};
  return database.transaction([&]() -> Result<void> {
    if (is_new_state) {
      if (auto set = database.set_meta(tree_key(kDerivedKey, run.paths), now.text()); !set)
        return set;
      const bool was_cut_short = !before.is_current() && run.work.scan.known.file_count() > 0;
      if (auto swept = tree.sweep(was_cut_short); !swept) return swept;
    }
    if (auto set = database.set_meta(settings_key, recorder.settings_hash()); !set) return set;
    if (auto set = database.set_meta(kLastIndexedKey, recorder.began_at()); !set) return set;
    return is_recorded ? database.put_run(recorder.row(status)) : Result<void>();
  });
}

/// Texts stored under other rules may contain secrets that are masked now. They are deleted
/// immediately, together with trees of commits, which are indexed again on demand.
Result<void> purge_old_texts(const StatePaths& paths, store::Database& database) {
  CODEWEAVER_ASSIGN(auto trees, database.trees());
  std::erase_if(trees, [](const std::string& name) { return !name.starts_with(kCommitPrefix); });
  return remove_trees(database, paths, trees, UnusedTexts::kOverwrite);
}

}  // namespace

Result<void> end_index(const DerivedRun& run, store::Database& database, IndexWriter& writer,
                       RunRecorder& recorder) {
  const auto& scan = run.work.scan;
  const auto& [derived, known] = std::tie(scan.derived, scan.known);
  const bool is_new_state =
      writer.tree().has_begun() || run.derived.changed || !derived.is_current();
  const DerivedState now{is_new_state ? recorder.run_id() : derived.run, run.derived.generation};
  const auto status = recorder.status_at_end(run.derived.changed, totals_of(known).files > 0);
  if (auto written = write_end(run, status, now, database, writer.tree(), recorder); !written)
    return written;
  if (scan.wants_all && !run.is_forced)
    if (auto purged = purge_old_texts(run.paths, database); !purged) return purged;
  if (!run.is_update)
    if (auto removed = remove_deleted_worktrees(run.paths, run.root, database); !removed)
      return removed;
  if (!is_new_state)
    if (auto swept = sweep_leftovers(database, run.paths); !swept) return swept;
  if (auto shrunk = database.shrink(); !shrunk) return shrunk;
  if (is_new_state || !writer.updates().empty()) {
    CODEWEAVER_ASSIGN(auto updated, update_known_tree(run.paths, known, writer.updates(),
                                                      scan.changes.removed, now));
    CODEWEAVER_TRY(note_left_out(database, run.paths, totals_of(updated)));
    recorder.note_totals(totals_of(updated));
  } else {
    recorder.note_totals(totals_of(known));
  }
  recorder.end_stage("finish");
  recorder.end(status);
  return {};
}

}  // namespace codeweaver::engine
