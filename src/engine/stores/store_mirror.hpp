// StoreMirror: keeps the records of a vector store equal to the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_records.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Result of updating a store.
struct MirrorOutcome {
  std::size_t upserted = 0, erased = 0;  ///< number of records
  bool is_busy = false;                  ///< another writer is active; nothing was done
  std::string busy_note{};               ///< the last note of that writer; empty: none yet
  friend bool operator==(const MirrorOutcome&, const MirrorOutcome&) = default;
};

/// Result of a successful check of a collection.
struct MirrorCheck {
  std::size_t records = 0;
  std::string hash{};  ///< of all records with their vectors, 32 hex digits
};

/// Makes the records of a collection equal to the files of its tree in the database, which is
/// authoritative. Files are compared by revision, and only differences are written. The contents of
/// the collection are cached; they are read from the store at first, after a failure, and after
/// another writer. A collection without a state mark was left half-written; the same comparison
/// repairs it.
/// Only one writer updates a collection at a time. Writers of one state use a lock, which is
/// released when a process dies. Writers on several machines use a note in the facts. It is renewed
/// with each batch, and is valid until its writer ends or has not renewed it for kWriterPatience.
/// Thread safety: calls may be concurrent; one works at a time.
class StoreMirror {
 public:
  /// Longer than a batch takes, and longer than the difference between the clocks of the writers.
  static constexpr std::chrono::seconds kWriterPatience{120};
  /// How long to wait for another writer that shows no progress.
  static constexpr std::chrono::seconds kTurnPatience{600};

  /// `clock` must outlive this object.
  StoreMirror(std::shared_ptr<VectorStore> store, const Indexer::Config& config,
              std::shared_ptr<const Embedder> embedder,
              const base::Clock& clock = base::system_clock());

  RecordCollection collection(const std::string& tree) const { return {config_.project_id, tree}; }
  /// Writes the changes of a tree since its last update in the store. Cost: one check of the
  /// database if nothing changed; else one pass over the tree's files, and the records of changed
  /// files. The deadline of `call` only limits the check: writing goes on to its end. During an
  /// index run the store keeps the previous state. Errors: those of the store and
  /// of the database; kCorruption "SCHEMA_MISMATCH" (records of another version); kUnavailable
  /// "STORE_BUSY" (another writer took over during the work); kCancelled.
  Result<MirrorOutcome> sync(const std::string& tree, const CallContext& call);
  /// Like sync(), but waits for another writer; calls `pause` between attempts. Errors: also
  /// kUnavailable "STORE_BUSY" after kTurnPatience without progress of that writer.
  Result<MirrorOutcome> sync_when_unlocked(const std::string& tree, const CallContext& call,
                                           const std::function<void()>& pause);
  /// Reads the whole collection and compares each record, including its vectors, with the index.
  /// Cost: like filling the store. Errors: those of sync(); kCorruption "STORE_DIFFERS".
  Result<MirrorCheck> verify(const std::string& tree, const CallContext& call);
  /// True if the records of a tree were written for another project folder.
  Result<bool> is_taken(const std::string& tree, const CallContext& call) const;
  /// Removes a tree from the store.
  Result<void> drop(const std::string& tree, const CallContext& call);

 private:
  /// The records of a file in the store.
  struct KnownFile {
    std::string revision;       // empty: the records have different revisions
    std::uint32_t records = 0;  // number of records
    std::uint32_t end = 0;      // one after the last ordinal
  };
  struct KnownTree {
    std::string mark;  // of the state that `files` describes; empty: unknown
    std::map<std::string, KnownFile, std::less<>> files;
  };
  struct Work;

  void set_call(Work& work, const CallContext& call) const;
  Result<MirrorOutcome> sync(Work& work);
  Result<void> drop_other_model(Work& work);
  Result<void> read_known(Work& work) const;
  Result<void> find_changes(Work& work) const;
  Result<void> write(Work& work);
  Result<void> upsert(Work& work, std::vector<VectorRecord>& batch);
  CollectionFacts facts_of(const Work& work) const;
  Result<void> say_on(Work& work) const;
  bool is_being_written(const Work& work) const;
  Result<bool> note_writer(Work& work, CollectionFacts next) const;

  std::shared_ptr<VectorStore> store_;
  Indexer::Config config_;
  std::shared_ptr<const Embedder> embedder_;
  const base::Clock& clock_;
  std::timed_mutex mutex_;                  // guards the members below and the writing
  std::map<std::string, KnownTree> trees_;  // by name
};

}  // namespace codeweaver::engine
