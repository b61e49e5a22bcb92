// The writing side of an indexing run: files, contents and what the next run has to know of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/free_memory.hpp"
#include "engine/indexing/index_run.hpp"
#include "engine/state/database_keys.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMaxReplaced = 1000;  // above it, the next sweep looks at all texts
constexpr std::string_view kEverything = "*";
constexpr std::size_t kKeyDigits = 32;

}  // namespace

/// Comes before the first change of files: from here on the segments are behind.
Result<void> IndexRun::begin_writing() {
  if (std::exchange(is_writing_, true)) return {};
  return database_->set_meta(tree_key(kDerivedKey, paths_), "");
}

/// Texts that no file has any more go one run later: readers of the state before may still ask for
/// them, and a switch back finds them. A run leaves a list of what it replaced, or "*" when that
/// was much or a run was cut short. What is meant by "*" goes before files are read, which may want
/// it.
Result<void> IndexRun::sweep_everything() {
  if (!was_current_) return {};
  const auto key = tree_key(kReplacedKey, paths_);
  auto replaced = database_->meta(key);
  if (!replaced) return replaced.error();
  if (*replaced != kEverything) return {};
  return database_->transaction([&]() -> Result<void> {
    if (auto removed = database_->remove_orphans(); !removed) return removed.error();
    return database_->set_meta(key, "");
  });
}

/// Removes what the last run replaced and nobody uses now, and leaves the list of this one.
Result<void> IndexRun::sweep_replaced() {
  const auto key = tree_key(kReplacedKey, paths_);
  auto replaced = database_->meta(key);
  if (!replaced) return replaced.error();
  const std::string before = replaced->value_or("");
  const bool was_cut_short = !was_current_ && known_.file_count() > 0;
  if (before == kEverything || was_cut_short || replaced_.size() > kMaxReplaced)
    return database_->set_meta(key, kEverything);
  std::vector<base::Hash128> keys;
  for (std::size_t at = 0; at < before.size(); at += kKeyDigits)
    if (const auto parsed = base::Hash128::parse(std::string_view(before).substr(at, kKeyDigits)))
      keys.push_back(*parsed);
  if (auto removed = database_->remove_unreferenced(keys); !removed) return removed;
  std::string list;
  for (const auto& content : replaced_) list += content.hex();
  return database_->set_meta(key, list);
}

/// Texts as other rules left them may hold what these mask: they do not wait for the next run, and
/// trees of commits that hold them go. A commit that is asked for again is indexed again.
Result<void> IndexRun::purge_old_texts() {
  if (!is_other_treatment_) return {};
  const auto trees = database_->trees();
  if (!trees) return trees.error();
  for (const auto& name : *trees) {
    if (!name.starts_with(kCommitPrefix)) continue;
    const StatePaths tree{paths_.folder, name};
    std::error_code ignored;
    std::filesystem::remove(tree.segments() / tree.manifest(), ignored);
    if (auto removed = database_->remove_tree(name); !removed) return removed;
  }
  if (auto purged = database_->purge_orphans(); !purged) return purged;
  const auto swept = store::remove_unlisted(paths_.segments());
  return swept ? Result<void>() : Result<void>(swept.error());
}

/// A run that finds nothing to do is a later run, too: what the last one replaced goes.
Result<void> IndexRun::sweep_leftovers() {
  const auto key = tree_key(kReplacedKey, paths_);
  const auto replaced = database_->meta(key);
  if (!replaced) return replaced.error();
  const std::string left = replaced->value_or("");
  if (left.empty()) return {};
  return database_->transaction([&]() -> Result<void> {
    if (left != kEverything) return sweep_replaced();
    if (auto removed = database_->remove_orphans(); !removed) return removed.error();
    return database_->set_meta(key, "");
  });
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
      if (auto swept = sweep_replaced(); !swept) return swept;
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
  base::release_constants();
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
  if (auto begun = begin_writing(); !begun) return begun;
  note_outcome(processed);
  auto& file = processed.file;
  auto before = database_->file(file.path);
  if (!before) return before.error();
  if (*before && (*before)->content == file.content &&
      (*before)->chunk_ids.size() == processed.chunk_count) {
    file.chunk_ids = std::move((*before)->chunk_ids);
  } else {
    if (*before && (*before)->content != base::Hash128{}) replaced_.push_back((*before)->content);
    file.chunk_ids = ids_.next_row(static_cast<std::uint32_t>(processed.chunk_count));
  }
  if (processed.content) {
    auto has = database_->has_content(file.content);  // the same text may be twice in one batch
    if (!has) return has.error();
    const bool is_renewal = request_.force && renewed_.insert(file.content).second;
    if (!*has || is_renewal) {
      if (auto put = database_->put_content(*processed.content); !put) return put;
      report_.chunks_created += processed.chunk_count;
      progress_.chunks_created = report_.chunks_created;
    }
  }
  if (auto wanted = wanted_file(processed))
    edit_.present.push_back(std::move(*wanted));
  else
    edit_.removed.push_back(file.path);
  const auto blob = git_.blobs.find(file.path);
  if (blob != git_.blobs.end()) file.git_blob = blob->second;
  file.source_batch_id = report_.run_id;
  file.git_commit = git_.state.commit;
  file.git_branch = git_.state.branch;
  file.git_dirty = git_.state.is_dirty;
  file.source_captured_at = indexed_at_;
  file.indexed_at = indexed_at_;
  return database_->put_file(file);
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
  edit_.removed.push_back(skip.path);
  return database_->put_file(file);
}

/// The last batch, skips and removals, in one transaction: a small edit is one commit.
Result<void> IndexRun::record_rest() {
  if (batch_.empty() && changes_.skipped.empty() && changes_.removed.empty() &&
      !database_->owes_symbol_names())
    return {};
  auto written = database_->transaction([&]() -> Result<void> {
    if (auto done = write_files(); !done) return done;
    if (changes_.skipped.empty() && changes_.removed.empty()) return {};
    if (auto begun = begin_writing(); !begun) return begun;
    for (const std::size_t i : changes_.skipped)
      if (auto put = write_skip(discovery_.skipped[i]); !put) return put;
    for (const auto& path : changes_.removed) {
      if (const auto content = known_[known_.find(path)].content; content != base::Hash128{})
        replaced_.push_back(content);
      if (auto removed = database_->remove_file(path); !removed) return removed;
      edit_.removed.push_back(path);
    }
    return {};
  });
  if (written) note_committed();
  batch_.clear();
  report_.files_removed = changes_.removed.size();
  return written;
}

}  // namespace codeweaver::engine
