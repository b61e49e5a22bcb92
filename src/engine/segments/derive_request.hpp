// DeriveRequest: what a run wants to derive for its tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "codeweaver/call_context.hpp"
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

/// kAuto currently means the scan: it is faster than the graph at equal recall up to a million
/// chunks.
store::VectorIndexKind stored_kind(VectorIndexKind kind);

/// The segments of a tree before a run.
struct TreeSegments {
  DerivedState derived;    ///< the files in them
  MissingVectors missing;  ///< model output that they lack

  /// True if they lack something in the committed generation.
  bool are_lacking() const;
};
/// Errors: those of the database.
Result<TreeSegments> tree_segments(const store::Database& database, const StatePaths& paths);

struct DeriveRequest {
  /// \param options Options of the index that affect segments.
  /// \param model Null: no vectors.
  /// \param before The segments before the run.
  /// \param changes All changes of the run since then; null: unknown.
  /// The caller sets the members after `missing` itself.
  DeriveRequest(const IndexOptions& options, const Embedder* model, const TreeSegments& before = {},
                const TreeEdit* changes = nullptr);

  /// Of the run and of its calls to both models.
  CallContext call{};
  const Embedder* embedder;             ///< null: no vectors
  const SparseEncoder* sparse_encoder;  ///< null: none
  std::size_t workers;                  ///< 0: one for each core; does not affect the bytes
  store::VectorIndexKind vector_index;
  std::uint64_t memory_budget;  ///< if it is exceeded, several segments are written
  /// Differences of the files from generation `edit_base`; null: unknown, so all files are
  /// compared. The result is the same.
  const TreeEdit* edit;
  std::uint64_t edit_base;
  /// What the tree's segments lack before the run.
  MissingVectors missing;
  bool rebuild = false;  ///< builds everything again
  /// Files prepared while they were read; null: none. Used (and consumed) if they are exactly the
  /// wanted files; then contents are not read again. The bytes are the same.
  SegmentAssembly* assembly = nullptr;
  /// Progress of an active first run, for its manifest. While it is set, files are added to the
  /// segments of such a manifest. When it is not set, those segments are rebuilt, so that the
  /// result of a first run does not depend on what it published.
  std::optional<store::Manifest::Coverage> coverage{};
  /// True to ask the models again for missing output: see can_fill_in().
  bool fills_in = false;
  std::function<void(std::size_t done, std::size_t total)> on_progress{};
};

/// True if the segments lack output that the models of `request` can add now. In that case each
/// model is asked to process a short text.
bool can_fill_in(const TreeSegments& before, const DeriveRequest& request);

}  // namespace codeweaver::engine
