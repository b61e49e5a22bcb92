// Updates a vector store from the index: compares files, writes the differences.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/store_mirror.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/ids.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/stores/mirror_work.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kBatch = 512;  // records in memory at a time
constexpr std::size_t kMostNameBytes = 100;
constexpr char kStoreBusy[] = "STORE_BUSY", kStoreChanged[] = "STORE_CHANGED";
constexpr int kMostChanges = 5;  // changes by other writers that a run tolerates
constexpr std::string_view kUnfinished = "unfinished";  // mark during an update

Error other_format(const RecordCollection& collection, const std::string& found) {
  return {ErrorCategory::kCorruption, "SCHEMA_MISMATCH",
          "The store holds records of " + collection.project_id + " in format " + found +
              "; this version writes format " + std::string(kRecordFormat),
          "updating the store",
          "Use the version that wrote them, or drop the collection and index again."};
}

Error taken_over(const RecordCollection& collection) {
  return {ErrorCategory::kUnavailable, kStoreBusy,
          "Another process has begun to write the records of '" + collection.project_id + "'",
          "updating the store",
          "Nothing is lost: the next run continues after the other process has ended."};
}

MirrorOutcome busy_with(const CollectionFacts& facts) {
  return {0, 0, true, fact(facts, kWriterFact)};
}

Error stands_still(const RecordCollection& collection, std::chrono::seconds patience) {
  return {
      ErrorCategory::kUnavailable, kStoreBusy,
      "Another process is registered as the writer of the records of '" + collection.project_id +
          "' but has made no progress for " + std::to_string(patience.count()) + " s",
      "updating the store",
      "End that process if it hangs, and check that the clocks of all machines that write to this "
      "store agree. The next run continues."};
}

Error taken(const RecordCollection& collection, const std::string& root, const std::string& own) {
  return {
      ErrorCategory::kInvalidArgument, "COLLECTION_TAKEN",
      "The store already has records of a project '" + collection.project_id + "' in " + root +
          "; this project is in " + own,
      "updating the store",
      "Give one of the two projects another id. If the folder was moved or the other project was "
      "deleted, migrate this project to the store and replace the records."};
}

Error keeps_nothing(const RecordCollection& collection) {
  return {ErrorCategory::kUnavailable, "STORE_KEEPS_NOTHING",
          "The store accepted the records of project " + collection.project_id +
              " but did not store them",
          "updating the store",
          "Check that store.url is the address of the store itself, not of a proxy or another "
          "service."};
}

}  // namespace

Result<std::string> writer_of(const StatePaths& paths) {
  const auto file = paths.folder / "store.writer";
  auto known = base::read_file(file, kMostNameBytes);
  if (known || known.error().category != ErrorCategory::kNotFound) return known;
  auto made = base::UuidGenerator().next().to_string();
  CODEWEAVER_TRY(base::write_file_atomic(file, made));
  return made;
}

StoreMirror::StoreMirror(std::shared_ptr<VectorStore> store, const Indexer::Config& config,
                         std::shared_ptr<const Embedder> embedder, const base::Clock& clock)
    : store_(std::move(store)), config_(config), embedder_(std::move(embedder)), clock_(clock) {}

/// True if another writer was active recently.
bool StoreMirror::is_being_written(const Work& work) const {
  const auto note = fact(work.facts, kWriterFact);
  const auto blank = note.find(' ');
  if (blank == std::string::npos || note.substr(0, blank) == work.writer) return false;
  const auto time = base::parse_iso8601(std::string_view(note).substr(blank + 1));
  return time && clock_.now() - *time < kWriterPatience;
}

/// False: another writer changed the facts since they were read.
Result<bool> StoreMirror::note_writer(Work& work, CollectionFacts next) const {
  constexpr int kAttempts = 3;
  next[kWriterFact] = work.writer + ' ' + base::iso8601(clock_.now());
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    CODEWEAVER_ASSIGN(const bool is_noted,
                      work.store->exchange_facts(work.collection, work.facts, next));
    if (is_noted) {
      work.facts = std::move(next);
      return true;
    }
    CODEWEAVER_ASSIGN(const auto now, work.store->facts(work.collection));
    if (now.value_or(CollectionFacts()) != work.facts) return false;
  }
  return keeps_nothing(work.collection);  // no other writer, but the written facts are missing
}

void StoreMirror::set_call(Work& work, const CallContext& call) const {
  work.call = call;
  work.store = in_context(store_, call);
  work.encoders = {embedder_.get(), config_.options.sparse_encoder.get(), call};
}

Result<void> StoreMirror::drop(const std::string& tree, const CallContext& call) {
  const std::lock_guard turn(mutex_);
  trees_.erase(tree);
  return in_context(store_, call)->drop(collection(tree));
}

Result<MirrorOutcome> StoreMirror::sync(const std::string& tree, const CallContext& call) {
  const auto left = call.left();
  std::unique_lock turn(mutex_, std::defer_lock);
  if (!left) turn.lock();
  // A query does not wait for another thread that writes; it uses the store as it is.
  if (left && !turn.try_lock_for(*left)) return MirrorOutcome{0, 0, true, "this process writes"};
  const StatePaths paths{config_.state_dir, tree};
  if (!paths.has_database()) return MirrorOutcome();
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  const store::Database::Reading reading(database);
  CODEWEAVER_ASSIGN(const auto rows, database.tree(tree));
  Work work{paths, collection(tree), trees_[tree], rows};
  set_call(work, call);
  return sync(work);
}

Result<MirrorOutcome> StoreMirror::sync_when_unlocked(const std::string& tree,
                                                      const CallContext& call,
                                                      const std::function<void()>& pause) {
  std::string note;
  int changes = 0;
  for (auto since = clock_.now();;) {
    auto synced = sync(tree, call);
    // In a store without compare-and-swap two writers may start. One of them then finds the note of
    // the other, or finds that its new collection was dropped. It waits as well.
    if (!synced && (synced.error().code == kStoreBusy ||
                    (synced.error().code == kStoreChanged && ++changes <= kMostChanges)))
      synced = MirrorOutcome{0, 0, true, "taken over"};
    CODEWEAVER_ASSIGN(const auto done, std::move(synced));
    if (!done.is_busy) return done;
    if (call.stop.stop_requested())
      return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                   "The wait for another writer of the store was stopped", "updating the store",
                   "The next run continues."};
    const auto now = clock_.now();
    if (done.busy_note != note) since = now;
    if (now - since >= kTurnPatience) return stands_still(collection(tree), kTurnPatience);
    note = done.busy_note;
    pause();
  }
}

Result<MirrorOutcome> StoreMirror::sync(Work& work) {
  CODEWEAVER_ASSIGN(auto facts, work.store->facts(work.collection));
  work.facts = std::move(facts).value_or(CollectionFacts());
  const auto format = fact(work.facts, kFormatFact);
  if (!format.empty() && format != kRecordFormat && format != kFormatBefore)
    return other_format(work.collection, format);
  const auto root = fact(work.facts, kRootFact), own = config_.root.generic_string();
  if (!root.empty() && root != own) return taken(work.collection, root, own);
  CODEWEAVER_ASSIGN(const auto derived, derived_state(work.tree.database(), work.paths));
  const auto mark = format == kRecordFormat ? fact(work.facts, kMarkFact) : std::string();
  const auto now = derived.is_current() ? derived.text() : std::string(kUnfinished);
  const auto model = model_identity(work.encoders.embedder, work.encoders.sparse);
  const bool is_same_model = fact(work.facts, kModelFact) == model;
  if (is_same_model && (mark == now || (!mark.empty() && !derived.is_current())))
    return MirrorOutcome();
  // The store works. The changes are written without the query's deadline, as no later query could
  // do it faster.
  set_call(work, work.call.without_deadline());
  const auto lock = base::FileLock::acquire(work.paths.folder / "store.lock");
  if (!lock && lock.error().code == error_code::kIndexLocked) return busy_with(work.facts);
  if (!lock) return lock.error();
  CODEWEAVER_ASSIGN(work.writer, writer_of(work.paths));
  if (is_being_written(work)) return busy_with(work.facts);
  CODEWEAVER_TRY(drop_other_model(work));
  if (mark.empty() || mark != work.known.mark) CODEWEAVER_TRY(read_known(work));
  work.known.mark.clear();  // until everything below is done
  CODEWEAVER_TRY(find_changes(work));
  auto next = facts_of(work);
  if (work.changed.empty() && work.deleted.empty()) {
    next[kMarkFact] = now;
    CODEWEAVER_ASSIGN(const bool is_noted,
                      work.store->exchange_facts(work.collection, work.facts, next));
    if (!is_noted) return busy_with(work.facts);
  } else {
    CODEWEAVER_ASSIGN(const bool is_noted, note_writer(work, next));
    if (!is_noted) return busy_with(work.facts);
    CODEWEAVER_TRY(write(work));
    next[kMarkFact] = now;
  }
  CODEWEAVER_TRY(work.store->put_facts(work.collection, next));
  work.known.mark = now;
  return work.outcome;
}

/// Vectors of two models cannot be in one collection.
Result<void> StoreMirror::drop_other_model(Work& work) {
  const auto before = fact(work.facts, kModelFact);
  if (before.empty() || before == model_identity(work.encoders.embedder, work.encoders.sparse))
    return {};
  work.facts.clear();
  work.known = {};
  return work.store->drop(work.collection);
}

Result<void> StoreMirror::read_known(Work& work) const {
  auto& known = work.known = {};
  return work.store->scan(work.collection, {}, RecordParts::kKeys, [&](const VectorRecord& record) {
    auto& file = known.files[record.file_key];
    if (file.records++ == 0)
      file.revision = record.revision;
    else if (file.revision != record.revision)
      file.revision.clear();
    file.end = std::max(file.end, record.ordinal + 1);
    return true;
  });
}

/// Compares all files of the tree with the records of the store.
Result<void> StoreMirror::find_changes(Work& work) const {
  CODEWEAVER_ASSIGN(auto project, work.tree.database().project());
  work.identity.project = std::move(project);
  work.identity.project.project_id = config_.project_id;
  work.identity.project.root = config_.root.generic_string();
  work.identity.vector_backend = work.store->info().provider;
  if (work.encoders.embedder != nullptr) {
    work.identity.embedder_provider = work.encoders.embedder->info().provider;
    work.identity.embedder_model = work.encoders.embedder->info().model;
  }
  CODEWEAVER_ASSIGN(const auto lengths, current_lengths(work.paths));
  const auto kept = LengthProfile::parse(fact(work.facts, kLengthsFact));
  work.lengths = kept && !kept->is_far_from(lengths) ? *kept : lengths;

  std::map<std::string, store::ItemRecord, std::less<>> items;  // by path
  auto walked = work.tree.for_each_item([&](const store::ItemRecord& item) {
    if (!item.path.empty()) items.emplace(item.path, item);
    return true;
  });
  if (!walked) return walked;
  std::set<std::string, std::less<>> lost;
  for (const auto& [file, records] : work.known.files) lost.insert(file);
  walked = work.tree.for_each_file([&](const store::FileRecord& file) {
    if (file.outcome != store::FileOutcome::kIndexed || file.chunk_ids.empty()) return true;
    lost.erase(file.path);
    ++work.files;
    const auto item = items.find(file.path);
    auto revision =
        file_revision(work.sources(), file, item == items.end() ? nullptr : &item->second);
    const auto known = work.known.files.find(file.path);
    const auto end = static_cast<std::uint32_t>(file.chunk_ids.size());
    if (known != work.known.files.end()) {
      for (auto ordinal = end; ordinal < known->second.end; ++ordinal)
        work.deleted.push_back(record_id(work.collection, file.path, ordinal));
      if (known->second.revision == revision && known->second.records == end) return true;
    }
    work.changed.emplace_back(file.path, std::move(revision));
    return true;
  });
  for (const auto& file : lost)
    for (std::uint32_t ordinal = 0; ordinal < work.known.files[file].end; ++ordinal)
      work.deleted.push_back(record_id(work.collection, file, ordinal));
  for (const auto& file : lost) work.known.files.erase(file);
  if (!walked) return walked;
  CODEWEAVER_ASSIGN(const auto languages, work.tree.language_counts());
  for (const auto& [language, files] : languages)
    if (!language.empty())
      work.languages +=
          (work.languages.empty() ? "" : " ") + language + ' ' + std::to_string(files);
  return {};
}

/// Renews the note of the active writer.
Result<void> StoreMirror::say_on(Work& work) const {
  CODEWEAVER_ASSIGN(const bool is_noted, note_writer(work, work.facts));
  if (is_noted) return {};
  // The records written since may have overwritten those of the other writer, so the state of the
  // collection becomes unknown.
  for (bool is_written = false; !is_written;) {
    CODEWEAVER_ASSIGN(const auto facts, work.store->facts(work.collection));
    auto next = facts.value_or(CollectionFacts());
    next.erase(kMarkFact);
    next.erase(kWriterFact);
    CODEWEAVER_ASSIGN(is_written, work.store->exchange_facts(
                                      work.collection, facts.value_or(CollectionFacts()), next));
  }
  return taken_over(work.collection);
}

CollectionFacts StoreMirror::facts_of(const Work& work) const {
  return {{kFormatFact, std::string(kRecordFormat)},
          {kModelFact, model_identity(work.encoders.embedder, work.encoders.sparse)},
          {kLengthsFact, work.lengths.text()},
          {kFilesFact, std::to_string(work.files)},
          {kLanguagesFact, work.languages},
          {kStrategyFact, work.identity.project.chunk_strategy},
          {kRootFact, config_.root.generic_string()}};
}

/// During the update, the collection has no mark, and its facts name the writer.
Result<void> StoreMirror::write(Work& work) {
  std::vector<VectorRecord> batch;
  for (const auto& [path, revision] : work.changed) {
    if (work.call.stop.stop_requested())
      return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                   "Writing to the store was stopped", "updating the store",
                   "The next run continues."};
    CODEWEAVER_ASSIGN(const auto file, work.tree.file(path));
    if (!file) continue;
    CODEWEAVER_ASSIGN(auto records, make_records(work.sources(), *file, revision));
    const auto end = static_cast<std::uint32_t>(records.size());
    work.known.files[path] = {end == 0 ? revision : records.front().revision, end, end};
    std::ranges::move(records, std::back_inserter(batch));
    if (batch.size() >= kBatch)
      if (auto put = upsert(work, batch); !put) return put;
  }
  if (auto put = upsert(work, batch); !put) return put;
  const auto most = work.store->info().max_batch;
  for (std::size_t at = 0; at < work.deleted.size();
       at += std::min(most, work.deleted.size() - at)) {
    const auto ids = std::span(work.deleted).subspan(at, std::min(most, work.deleted.size() - at));
    if (auto erased = work.store->erase(work.collection, ids); !erased) return erased;
  }
  work.outcome.erased = work.deleted.size();
  return say_on(work);
}

Result<void> StoreMirror::upsert(Work& work, std::vector<VectorRecord>& batch) {
  const auto most = work.store->info().max_batch;
  for (std::size_t at = 0; at < batch.size(); at += std::min(most, batch.size() - at)) {
    const auto some = std::span(batch).subspan(at, std::min(most, batch.size() - at));
    if (auto put = work.store->upsert(work.collection, some); !put) return put;
  }
  work.outcome.upserted += batch.size();
  batch.clear();
  return say_on(work);
}

}  // namespace codeweaver::engine
