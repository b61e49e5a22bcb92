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
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_records.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What bringing a store up to date took.
struct MirrorOutcome {
  std::size_t upserted = 0, erased = 0;  ///< records
  bool is_busy =
      false;  ///< another writer is at it: nothing was done, and little may be as it is here
  std::string busy_note{};  ///< what that one noted last of itself; empty: nothing yet
  friend bool operator==(const MirrorOutcome&, const MirrorOutcome&) = default;
};

/// What a collection was found to hold, all of it as it should be.
struct MirrorCheck {
  std::size_t records = 0;
  std::string hash{};  ///< over all records with their vectors, 32 hex digits
};

/// The database is the truth: a collection is compared with the files of its tree, by revision, and
/// gets the difference. What the collection holds is remembered, and read from the store where
/// that is not known: at first, after a failure, or after another writer. A collection that says
/// nothing of its state was left half-written, which the same comparison repairs. Writers of one
/// collection take turns: those of one state by a lock, which a process that dies gives back; those
/// of several machines by a note in the facts, that is renewed with each batch and holds until its
/// writer ends, or has said nothing for kWriterPatience. Thread safety: calls may be concurrent;
/// one works at a time.
class StoreMirror {
 public:
  /// Longer than a batch takes, and than the clocks of the writers' machines are apart.
  static constexpr std::chrono::seconds kWriterPatience{120};
  /// How long a turn is waited for while the other writer says nothing new.
  static constexpr std::chrono::seconds kTurnPatience{600};

  /// `clock` outlives this.
  StoreMirror(std::shared_ptr<VectorStore> store, const Indexer::Config& config,
              std::shared_ptr<const Embedder> embedder,
              const base::Clock& clock = base::system_clock());

  RecordCollection collection(const std::string& tree) const { return {config_.project_id, tree}; }
  /// Writes what changed in a tree since the store saw it last. Cost: one look at the database when
  /// nothing did, else one pass over the tree's files, and the records of those that changed. While
  /// a run is under way the store keeps the state before. Errors: those of the store and of the
  /// database; kCorruption "SCHEMA_MISMATCH" (records of another version); kUnavailable
  /// "STORE_BUSY" (another writer took over amid the work); kCancelled.
  Result<MirrorOutcome> sync(const std::string& tree, const std::stop_token& stop);
  /// The same for who is to leave the store in line: another writer is waited for, `pause` between
  /// two looks. Errors: also kUnavailable "STORE_BUSY" after kTurnPatience without a sign of it.
  Result<MirrorOutcome> sync_when_unlocked(const std::string& tree, const std::stop_token& stop,
                                           const std::function<void()>& pause);
  /// Reads the whole collection and compares each record, vectors and all, with what the index
  /// makes of its file. Cost: that of filling a store. Errors: as sync(); kCorruption
  /// "STORE_DIFFERS".
  Result<MirrorCheck> verify(const std::string& tree, const std::stop_token& stop);
  /// Whether the records of a tree are of another folder, or of an older state of another project.
  Result<bool> is_taken(const std::string& tree) const;
  /// Takes a tree out of the store.
  Result<void> drop(const std::string& tree);

 private:
  /// What the store has of a file.
  struct KnownFile {
    std::string revision;       // empty: its records are not of one revision
    std::uint32_t records = 0;  // that there are
    std::uint32_t end = 0;      // one after the last ordinal
  };
  struct KnownTree {
    std::string mark;  // of the state that `files` describes; empty: not known
    std::map<std::string, KnownFile, std::less<>> files;
  };
  struct Work;

  Encoders encoders() const { return {embedder_.get(), config_.options.sparse_encoder.get()}; }
  Result<MirrorOutcome> sync(Work& work, const std::stop_token& stop);
  Result<void> drop_other_model(Work& work);
  Result<void> read_known(const RecordCollection& collection, KnownTree& known) const;
  Result<void> find_changes(Work& work) const;
  Result<void> write(Work& work, const std::stop_token& stop);
  Result<void> upsert(Work& work, std::vector<VectorRecord>& batch);
  CollectionFacts facts_of(const Work& work) const;
  Result<void> say_on(Work& work) const;
  bool is_being_written(const Work& work) const;
  Result<bool> note_writer(Work& work, CollectionFacts next) const;

  std::shared_ptr<VectorStore> store_;
  Indexer::Config config_;
  std::shared_ptr<const Embedder> embedder_;
  const base::Clock& clock_;
  std::timed_mutex mutex_;                  // guards what follows, and the writing
  std::map<std::string, KnownTree> trees_;  // by name
};

}  // namespace codeweaver::engine
