// Segments shared by several trees of one state: a new tree starts with those of other trees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {

/// Maps paths to contents of the files of a tree.
using WantedContents = std::map<std::string_view, base::Hash128>;

/// The manifest for a tree without one. It lists segments of other trees in which at least two
/// thirds of the files are wanted, with all other files marked as deleted. Each wanted file is live
/// once. Segments with another dimension or kind, and unreadable ones, are skipped. Cost: one
/// look-up for each file of every segment.
store::Manifest share_segments(const StatePaths& paths, const WantedContents& wanted,
                               std::size_t dimension, store::VectorIndexKind kind);

/// Call after a tree replaced its manifest `before` by `after`. Commits that still use a removed
/// segment lose their manifests, which are rebuilt on demand, so that no segment is kept for them
/// alone. Then deletes segments that no manifest lists. Errors: kIo.
Result<void> release_segments(const StatePaths& paths, const store::Manifest& before,
                              const store::Manifest& after);

/// Deletes the manifests of all other trees. Requires the index lock.
Result<void> forget_other_trees(const StatePaths& paths);

}  // namespace codeweaver::engine
