// Segments that several trees of one state use: a tree starts with those of the others.
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

/// Path to content of the files that a tree holds.
using WantedContents = std::map<std::string_view, base::Hash128>;

/// What the manifest of a tree that has none should list: the segments of other trees of which two
/// thirds of the files are wanted, all others of their files marked as deleted. Each wanted file
/// lives once. Segments of another dimension or kind, and those that cannot be read, are passed
/// over. Cost: one look-up a file of every segment.
store::Manifest share_segments(const StatePaths& paths, const WantedContents& wanted,
                               std::size_t dimension, store::VectorIndexKind kind);

/// Called after a tree replaced its manifest `before` by `after`: commits that still use a segment
/// which left lose their manifests (made again when they are asked for), so that no segment lives
/// on for them alone; then deletes what no manifest lists. Errors: kIo.
Result<void> release_segments(const StatePaths& paths, const store::Manifest& before,
                              const store::Manifest& after);

/// Deletes the manifests of all trees but this one's. Requires the index lock.
Result<void> forget_other_trees(const StatePaths& paths);

}  // namespace codeweaver::engine
