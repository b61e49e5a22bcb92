// The writing side of an indexing run: files, contents and what the next run has to know of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/os/memory.hpp"
#include "engine/indexing/index_run.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/writing/removed_trees.hpp"

namespace codeweaver::engine {

/// Texts as other rules left them may hold what these mask: they do not wait for the next run, and
/// trees of commits that hold them go. A commit that is asked for again is indexed again.
Result<void> IndexRun::purge_old_texts() {
  if (!is_other_treatment_) return {};
  auto trees = database_->trees();
  if (!trees) return trees.error();
  std::erase_if(*trees, [](const std::string& name) { return !name.starts_with(kCommitPrefix); });
  return remove_trees(*database_, paths_, *trees, UnusedTexts::kOverwrite);
}

/// The end of a run in one transaction. Runs that found nothing to do leave no record, so that the
/// last one that did remains to be seen, and commit nothing.
Result<void> IndexRun::write_end(IndexStatus status, bool is_new_state) {
  const auto settings_key = tree_key(kSettingsKey, paths_);
  const auto noted = database_->meta(settings_key);
  if (!noted) return noted.error();
  const bool is_recorded = status != IndexStatus::kSkipped;
  if (!is_new_state && !is_recorded && *noted == settings_hash_) return {};
  return database_->transaction([&]() -> Result<void> {
    if (is_new_state) {
      if (auto set = database_->set_meta(tree_key(kDerivedKey, paths_), derived_.text()); !set)
        return set;
      const bool was_cut_short = !was_current_ && known_.file_count() > 0;
      if (auto swept = writer_->sweep(was_cut_short); !swept) return swept;
    }
    if (auto set = database_->set_meta(settings_key, settings_hash_); !set) return set;
    if (auto set = database_->set_meta(kLastIndexedKey, indexed_at_); !set) return set;
    return is_recorded ? put_run(status) : Result<void>();
  });
}

Result<void> IndexRun::write_files() {
  for (auto& processed : batch_)
    if (auto done = write_file(processed); !done) return done;
  return {};
}

Result<void> IndexRun::write_batch() {
  if (batch_.empty()) return {};
  auto written =
      database_->transaction([&] { return write_files(); }, store::Database::NamesFollow::kLater);
  if (written) note_committed();
  batch_.clear();
  batch_bytes_ = 0;
  // Trees in many languages would keep the tables of all their grammars in memory, 60 MiB.
  os::release_constants();
  return written;
}

/// Whether a file that was read again turned out to be what is recorded, time and all.
bool IndexRun::is_as_known(const ProcessedFile& processed) const {
  const auto found = known_.find(processed.file.path);
  if (request_.force || found == known_.size()) return false;
  const auto before = known_[found];
  const auto& now = updates_.back().stat;
  if (before.state != now.state || before.reason != processed.file.reason ||
      before.content != now.content || before.chunks != now.chunks)
    return false;
  return now.state == store::FileState::kFailed ||
         (before.mtime_ns == now.mtime_ns && before.size_bytes == now.size_bytes);
}

void IndexRun::note_update(const ProcessedFile& processed) {
  const auto& file = processed.file;
  KnownUpdate update{file.path, processed.language, file.reason, {}};
  update.stat.content = file.content;
  update.stat.mtime_ns = processed.stamp.mtime_ns;
  update.stat.ctime_ns = processed.stamp.ctime_ns;
  update.stat.size_bytes = processed.stamp.size_bytes;
  update.stat.chunks = static_cast<std::uint32_t>(processed.chunk_count);
  update.stat.state = file.outcome == "indexed"   ? store::FileState::kIndexed
                      : file.outcome == "skipped" ? store::FileState::kSkipped
                                                  : store::FileState::kFailed;
  update.stat.is_racy = processed.stamp.is_racy;
  updates_.push_back(std::move(update));
}

Result<void> IndexRun::write_file(ProcessedFile& processed) {
  note_update(processed);
  if (is_as_known(processed)) {
    if (processed.is_failure)
      note_outcome(processed);
    else
      ++report_.files_unchanged;
    return {};
  }
  note_outcome(processed);
  const auto blob = git_.blobs.find(processed.file.path);
  if (blob != git_.blobs.end()) processed.file.git_blob = blob->second;
  const auto created =
      writer_->put(processed, {"local", report_.run_id, git_.state.commit, git_.state.branch,
                               git_.state.is_dirty, indexed_at_, indexed_at_});
  if (!created) return created.error();
  report_.chunks_created += *created;
  progress_.chunks_created = report_.chunks_created;
  return {};
}

void IndexRun::note_outcome(const ProcessedFile& processed) {
  report_.warnings.insert(report_.warnings.end(), processed.warnings.begin(),
                          processed.warnings.end());
  const auto& file = processed.file;
  if (file.outcome == "indexed") {
    ++report_.files_indexed;
  } else if (processed.is_failure) {
    report_.failures.push_back({file.path, file.reason, processed.detail});
    ++progress_.errors;
  } else {
    report_.skipped.push_back({file.path, file.reason, processed.detail});
    if (file.reason == "not_utf8") report_.warnings.push_back(processed.detail);
  }
}

Result<void> IndexRun::write_skip(const corpus::SkippedFile& skip) {
  store::FileRecord file;
  file.path = skip.path;
  file.outcome = skip.is_failure ? "failed" : "skipped";
  file.reason = skip.reason;
  file.source_batch_id = report_.run_id;
  file.indexed_at = indexed_at_;
  KnownUpdate update{skip.path, "", skip.reason, {}};
  update.stat.state = skip.is_failure ? store::FileState::kFailed : store::FileState::kSkipped;
  updates_.push_back(std::move(update));
  return writer_->put_unread(file);
}

/// The last batch, skips and removals, in one transaction: a small edit is one commit.
Result<void> IndexRun::record_rest() {
  if (batch_.empty() && changes_.skipped.empty() && changes_.removed.empty() &&
      !database_->owes_symbol_names())
    return {};
  auto written = database_->transaction([&]() -> Result<void> {
    if (auto done = write_files(); !done) return done;
    for (const std::size_t i : changes_.skipped)
      if (auto put = write_skip(discovery_.skipped[i]); !put) return put;
    for (const auto& path : changes_.removed)
      if (auto removed = writer_->remove(path); !removed) return removed;
    return {};
  });
  if (written) note_committed();
  batch_.clear();
  report_.files_removed = changes_.removed.size();
  return written;
}

}  // namespace codeweaver::engine
