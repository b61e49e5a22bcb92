// Derivation: brings the search segments in line with the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/content/tree_edit.hpp"
#include "engine/state/state_paths.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {

class SegmentAssembly;

/// kAuto stays on the scan: it beats the graph at equal recall up to a million chunks.
store::VectorIndexKind stored_kind(VectorIndexKind kind);

/// What the models failed at in a run.
struct Outage {
  Contents contents{};                  ///< that lack vectors or words
  std::size_t vectors = 0, words = 0;   ///< files that lack them
  std::optional<Error> first{};         ///< of the embedder; set when there are any
  std::optional<Error> first_sparse{};  ///< the same of the sparse encoder
};

struct DeriveRequest {
  /// All that the options of an index say of its segments; null: no vectors. What is below the
  /// budget is the run's to say.
  DeriveRequest(const IndexOptions& options, const Embedder* model);

  const Embedder* embedder;             ///< null: no vectors
  const SparseEncoder* sparse_encoder;  ///< null: none
  std::size_t workers;                  ///< 0: one a core; never changes the bytes
  store::VectorIndexKind vector_index;
  std::uint64_t memory_budget;  ///< what takes more becomes several segments
  bool rebuild = false;         ///< everything anew, whatever there is
  /// How the files differ from those of generation `edit_base`; null: not known, so all files are
  /// compared. The result is the same.
  const TreeEdit* edit = nullptr;
  std::uint64_t edit_base = 0;
  /// Files that were prepared while they were read; null: none. Used, and used up, when they are
  /// all that is wanted, which spares reading their contents again. The bytes are the same.
  SegmentAssembly* assembly = nullptr;
  /// Set while a first run goes on: what it came to, for its manifest. The segments of such a
  /// manifest are added to as long as this is set, and made anew when it is not, so that the end of
  /// a first run is the same whatever it published.
  std::optional<store::Manifest::Coverage> coverage{};
  /// What the tree's segments lack so far.
  MissingVectors missing{};
  /// Whether to ask the models again for that: they work now.
  bool fills_in = false;
  std::function<void(std::size_t done, std::size_t total)> on_progress;
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
/// or one is damaged. Being a function of the database alone, it also mends
/// whatever a crash left behind. A tree without segments starts with those of the other trees that
/// suit it. Files that the embedder or the sparse encoder fails at are kept without what it adds,
/// and noted (MissingVectors).
/// Cost: proportional to the files added. Errors: kIo, kCorruption (database), kCancelled.
Result<DeriveOutcome> derive_segments(const StatePaths& paths, const DeriveRequest& request,
                                      std::stop_token stop = {});

/// Commits a generation of the files that `assembly` took so far, in place of the one before.
/// `request`: its kind of vector index and coverage count. Errors: kIo.
Result<DeriveOutcome> publish_assembly(const StatePaths& paths, const SegmentAssembly& assembly,
                                       const DeriveRequest& request);

/// Whether a tree could not be opened for segments that are damaged or gone, which
/// derive_segments() makes anew.
bool can_be_mended(const Error& error) noexcept;

}  // namespace codeweaver::engine
