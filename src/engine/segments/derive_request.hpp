// DeriveRequest: what a run asks of the segments of its tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "codeweaver/embedder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/content/tree_edit.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/database.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {

class SegmentAssembly;

/// kAuto stays on the scan: it beats the graph at equal recall up to a million chunks.
store::VectorIndexKind stored_kind(VectorIndexKind kind);

/// The segments of a tree, as a run finds them.
struct TreeSegments {
  DerivedState derived;    ///< which files they hold
  MissingVectors missing;  ///< what they lack of what models add

  /// Whether that is anything, in the generation that is committed.
  bool are_lacking() const;
};
/// Errors: those of the database.
Result<TreeSegments> tree_segments(const store::Database& database, const StatePaths& paths);

struct DeriveRequest {
  /// All that has to be said of each: what the options of an index say of its segments, the model
  /// (null: no vectors), the segments before the run, and all that it changed since (null: not
  /// known). What is below `missing` is the run's to say.
  DeriveRequest(const IndexOptions& options, const Embedder* model, const TreeSegments& before = {},
                const TreeEdit* changes = nullptr);

  const Embedder* embedder;             ///< null: no vectors
  const SparseEncoder* sparse_encoder;  ///< null: none
  std::size_t workers;                  ///< 0: one a core; never changes the bytes
  store::VectorIndexKind vector_index;
  std::uint64_t memory_budget;  ///< what takes more becomes several segments
  /// How the files differ from those of generation `edit_base`; null: not known, so all files are
  /// compared. The result is the same.
  const TreeEdit* edit;
  std::uint64_t edit_base;
  /// What the tree's segments lack so far.
  MissingVectors missing;
  bool rebuild = false;  ///< everything anew, whatever there is
  /// Files that were prepared while they were read; null: none. Used, and used up, when they are
  /// all that is wanted, which spares reading their contents again. The bytes are the same.
  SegmentAssembly* assembly = nullptr;
  /// Set while a first run goes on: what it came to, for its manifest. The segments of such a
  /// manifest are added to as long as this is set, and made anew when it is not, so that the end of
  /// a first run is the same whatever it published.
  std::optional<store::Manifest::Coverage> coverage{};
  /// Whether to ask the models again for what is missing: see can_fill_in().
  bool fills_in = false;
  std::function<void(std::size_t done, std::size_t total)> on_progress{};
};

/// Whether the segments lack what the models of `request` can add now. Each of these is asked for a
/// short text if so.
bool can_fill_in(const TreeSegments& before, const DeriveRequest& request);

}  // namespace codeweaver::engine
