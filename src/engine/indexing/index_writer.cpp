// The writing part of an indexing run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/index_writer.hpp"

#include <utility>

#include "base/os/memory.hpp"
#include "base/try.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kIndexBatchFiles = 100;  // one checkpoint: the work that a crash can lose

}  // namespace

KnownUpdate known_update(const ProcessedFile& processed) {
  const auto& file = processed.file;
  KnownUpdate update{file.path, processed.language, file.reason, {}};
  update.stat.content = file.content;
  update.stat.mtime_ns = processed.stamp.mtime_ns;
  update.stat.ctime_ns = processed.stamp.ctime_ns;
  update.stat.size_bytes = processed.stamp.size_bytes;
  update.stat.chunks = static_cast<std::uint32_t>(processed.chunk_count);
  update.stat.state = file.outcome;
  update.stat.is_racy = processed.stamp.is_racy;
  return update;
}

bool is_as_known(const store::StatCache& known, const KnownUpdate& update) {
  const auto found = known.find(update.path);
  if (found == known.size()) return false;
  const auto before = known[found];
  const auto& now = update.stat;
  if (before.state != now.state || before.reason != update.reason ||
      before.content != now.content || before.chunks != now.chunks)
    return false;
  return now.state == store::FileOutcome::kFailed ||
         (before.mtime_ns == now.mtime_ns && before.size_bytes == now.size_bytes);
}

IndexWriter::IndexWriter(const Context& context, std::uint64_t memory_budget)
    : context_(context),
      tree_(
          context.database, context.tree, context.paths,
          context.is_forced ? TreeWriter::KnownContents::kRenew : TreeWriter::KnownContents::kKeep,
          context.paid_model),
      batch_(kIndexBatchFiles, memory_budget) {}

FileAudit IndexWriter::audit() const {
  const auto& git = context_.work.git.state;
  const auto& now = context_.recorder.began_at();
  return {"local", context_.recorder.run_id(), git.commit, git.branch, git.is_dirty, now, now};
}

Result<void> IndexWriter::write(ProcessedFile& processed) {
  auto& file = processed.file;
  updates_.push_back(known_update(processed));
  // A file that did not change has a content here if the stored one lacks current facts.
  const bool is_same = !context_.is_forced && !processed.content &&
                       is_as_known(context_.work.scan.known, updates_.back());
  if (is_same && !processed.is_failure) {
    context_.recorder.note_unchanged();
    return {};
  }
  context_.recorder.note(processed);
  if (processed.is_failure) context_.progress.add_error();
  if (is_same) return {};
  const auto& blobs = context_.work.git.blobs;
  if (const auto blob = blobs.find(file.path); blob != blobs.end()) file.git_blob = blob->second;
  CODEWEAVER_ASSIGN(const auto created, tree_.put(processed, audit()));
  context_.recorder.add_chunks(created);
  context_.progress.add_chunks(created);
  return {};
}

Result<void> IndexWriter::write_skip(const corpus::SkippedFile& skip) {
  store::FileRecord file;
  file.path = skip.path;
  file.outcome = skip.is_failure ? store::FileOutcome::kFailed : store::FileOutcome::kSkipped;
  file.reason = skip.reason;
  file.source_batch_id = context_.recorder.run_id();
  file.indexed_at = context_.recorder.began_at();
  KnownUpdate update{skip.path, "", skip.reason, {}};
  update.stat.state = file.outcome;
  updates_.push_back(std::move(update));
  return tree_.put_unread(file);
}

Result<void> IndexWriter::write_batch() {
  for (auto& processed : batch_.files())
    if (auto done = write(processed); !done) return done;
  return {};
}

void IndexWriter::end_batch(bool is_committed) {
  if (is_committed) context_.recorder.committed(batch_.files());
  batch_.clear();
}

Result<void> IndexWriter::commit() {
  if (batch_.is_empty()) return {};
  auto written = context_.database.transaction([&] { return write_batch(); },
                                               store::Database::NamesFollow::kLater);
  end_batch(written.has_value());
  // Trees with many languages would keep the tables of all their grammars in memory (60 MiB).
  os::release_constants();
  return written;
}

Result<void> IndexWriter::commit_rest() {
  const auto& scan = context_.work.scan;
  const auto& changes = scan.changes;
  if (batch_.is_empty() && changes.skipped.empty() && changes.removed.empty() &&
      !context_.database.owes_symbol_names())
    return {};
  auto written = context_.database.transaction([&]() -> Result<void> {
    if (auto done = write_batch(); !done) return done;
    for (const std::size_t i : changes.skipped)
      if (auto put = write_skip(scan.found.skipped[i]); !put) return put;
    for (const auto& path : changes.removed)
      if (auto removed = tree_.remove(path); !removed) return removed;
    return {};
  });
  end_batch(written.has_value());
  context_.recorder.note_removed(changes.removed.size());
  return written;
}

}  // namespace codeweaver::engine
