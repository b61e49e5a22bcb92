// Derivation: brings the search segments in line with the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "codeweaver/result.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

class SegmentAssembly;

/// What the models failed at in a run.
struct Outage {
  Contents contents{};                  ///< that lack vectors or words
  std::size_t vectors = 0, words = 0;   ///< files that lack them
  std::optional<Error> first{};         ///< of the embedder; set when there are any
  std::optional<Error> first_sparse{};  ///< the same of the sparse encoder
};

struct DeriveOutcome {
  std::uint64_t generation = 0;  ///< of the state that is committed now
  bool changed = false;          ///< a new generation was committed
  Outage outage{};               ///< of this run
  MissingVectors missing{};      ///< what the tree's segments lack now
};

/// Compares the committed segments of a tree with its files in the database, file by file or those
/// of `request.edit` alone, and commits a generation that holds exactly them: deletions as marks on
/// old segments, additions as one new segment, or everything in one new segment when most is new
/// or one is damaged. Being a function of the database alone, it also repairs
/// whatever a crash left behind. A tree without segments starts with those of the other trees that
/// suit it. Files that the embedder or the sparse encoder fails at are kept without what it adds,
/// and noted (MissingVectors).
/// Cost: proportional to the files added. Errors: kIo, kCorruption (database), kCancelled.
Result<DeriveOutcome> derive_segments(const StatePaths& paths, const DeriveRequest& request,
                                      std::stop_token stop = {});

/// Commits a generation of the files that `assembly` took so far, in place of the one before.
/// `request`: its kind of vector index and coverage count. Cost: proportional to what was added
/// since the last one. Errors: kIo.
Result<DeriveOutcome> publish_assembly(const StatePaths& paths, SegmentAssembly& assembly,
                                       const DeriveRequest& request);

/// Whether a tree could not be opened for segments that are damaged or gone, which
/// derive_segments() makes anew.
bool can_be_repaired(const Error& error) noexcept;

}  // namespace codeweaver::engine
