// Third stage of a query: merges the lists of both sides and makes candidates of the best chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "engine/searching/fuse/candidate.hpp"
#include "engine/searching/retrieve/retrieve.hpp"

namespace codeweaver::engine {

struct Fused {
  ChunkList list{};  ///< all chunks found by any side
  /// Candidates for the first rerank_depth chunks (top_k if that is more).
  std::vector<Candidate> candidates{};
};

/// Number of chunks of the fused list that become candidates.
std::size_t fused_depth(const SearchOptions& options);

/// Merges by RRF (Cormack et al. 2009) or by weighted sum, as the options say. The candidates have
/// ranks and signals, but no text.
Fused fuse(const SearchContext& context, const Question& question, const Retrieved& retrieved);

}  // namespace codeweaver::engine
