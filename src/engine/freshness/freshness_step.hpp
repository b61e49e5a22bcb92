// Decides what a search does next to answer with current files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::engine {

/// The share of a folder's files that its committed index covers.
enum class IndexShare : std::uint8_t { kNone, kPartial, kWhole };

/// The kind of error that a step of a search met.
enum class MetFault : std::uint8_t {
  kNone,
  kDamage,  ///< the index is damaged, and a repair can help
  kOther,   ///< also damage after a repair failed
};

/// What a search knows about the index of its folder.
struct IndexCondition {
  IndexShare share = IndexShare::kNone;
  bool is_locked = false;  ///< another run is active, in this or another process
  MetFault met = MetFault::kNone;
  bool needs_run = false;   ///< changes cannot be indexed before a whole run
  bool is_current = false;  ///< it is known to equal the folder, or nobody wants to know
  bool may_wait = false;    ///< somebody else builds the first index; a search waits for a while
};

/// A step before an answer.
enum class FreshnessStep : std::uint8_t {
  kAnswer,   ///< answer from the committed index
  kCompare,  ///< answer from the committed index without the files that differ from it
  kWait,     ///< wait for the first index
  kIndex,    ///< build the first index
  kUpdate,   ///< index the changed files
  kRepair,   ///< fail with the error; the caller repairs the index and searches again
  kFail,     ///< fail with the error
};

/// The next step. After a step, the caller updates the condition and asks again, until the result
/// is none of kWait, kIndex and kUpdate.
constexpr FreshnessStep next_step(const IndexCondition& now) noexcept {
  if (now.met == MetFault::kDamage) return FreshnessStep::kRepair;
  const bool has_fault = now.met != MetFault::kNone;
  if (now.share == IndexShare::kNone && has_fault) return FreshnessStep::kFail;
  if (now.is_locked || now.needs_run || has_fault) return FreshnessStep::kCompare;
  if (now.share != IndexShare::kWhole)
    return now.may_wait ? FreshnessStep::kWait : FreshnessStep::kIndex;
  return now.is_current ? FreshnessStep::kAnswer : FreshnessStep::kUpdate;
}

/// A failed attempt to open the index of the tree that a search asks.
struct FailedOpening {
  bool is_whole = true;       ///< false: only a part of the index is published
  bool is_commit = false;     ///< the tree is a commit
  bool is_locked = false;     ///< it could not be indexed because another run is active
  bool is_damaged = false;    ///< a repair can help
  bool was_repaired = false;  ///< a repair was tried
  bool is_lasting = false;    ///< a fault of the system that no repair removes
  bool has_previous = false;  ///< its previous state is still open
};

/// What a search does after such an attempt.
enum class OpeningStep : std::uint8_t {
  kNothing,   ///< answer without results: nothing is published yet
  kRepair,    ///< repair the tree and open it again
  kPrevious,  ///< answer from the previous state
  kFail,      ///< fail with the error
};

constexpr OpeningStep next_step(const FailedOpening& failed) noexcept {
  if (failed.is_damaged && !failed.was_repaired)
    return failed.is_whole ? OpeningStep::kRepair : OpeningStep::kNothing;
  if (failed.is_commit && failed.is_locked) return OpeningStep::kNothing;
  return failed.is_lasting && failed.has_previous ? OpeningStep::kPrevious : OpeningStep::kFail;
}

}  // namespace codeweaver::engine
