// Derivation: updates the search segments to match the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "codeweaver/result.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

class SegmentAssembly;

/// Failures of the models in a run.
struct Outage {
  Contents contents{};                  ///< contents without vectors or words
  std::size_t vectors = 0, words = 0;   ///< number of files without them
  std::optional<Error> first{};         ///< first error of the embedder, if there is one
  std::optional<Error> first_sparse{};  ///< first error of the sparse encoder
};

struct DeriveOutcome {
  std::uint64_t generation = 0;  ///< of the committed state
  bool changed = false;          ///< a new generation was committed
  Outage outage{};               ///< of this run
  MissingVectors missing{};      ///< what the tree's segments lack
};

/// Compares the committed segments of a tree with its files in the database, or only with those of
/// `request.edit`, and commits a generation with exactly these files. Deletions become marks on old
/// segments, additions become one new segment. If most files are new or a segment is damaged,
/// everything goes into one new segment. The result depends only on the database, so this also
/// repairs the effects of a crash. A tree without segments starts with usable ones of other trees.
/// If the embedder or the sparse encoder fails on files, they are added without its output and
/// recorded (MissingVectors). Cost: proportional to the added files. Errors: kIo, kCorruption
/// (database), kCancelled.
Result<DeriveOutcome> derive_segments(const StatePaths& paths, const DeriveRequest& request);

/// Commits a generation with the files that `assembly` has so far, replacing the previous one. Uses
/// the kind of vector index and the coverage of `request`. Cost: proportional to the files added
/// since the last publication. Errors: kIo.
Result<DeriveOutcome> publish_assembly(const StatePaths& paths, SegmentAssembly& assembly,
                                       const DeriveRequest& request);

/// True if a tree could not be opened because segments are damaged or missing; derive_segments()
/// rebuilds them.
bool can_be_repaired(const Error& error) noexcept;

}  // namespace codeweaver::engine
