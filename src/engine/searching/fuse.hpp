// Fusion, the third stage of a query: one list of the sides', and candidates of its best.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "engine/searching/candidate.hpp"
#include "engine/searching/retrieve.hpp"

namespace codeweaver::engine {

struct Fused {
  ChunkList list{};                     ///< all that any side found
  std::vector<Candidate> candidates{};  ///< of its first rerank_depth, or top_k where that is more
};

/// How many of the fused list are looked at.
std::size_t fused_depth(const SearchOptions& options);

/// RRF (Cormack et al. 2009) or the weighted sum, as the options ask. Candidates have their ranks
/// and their signals, but no text.
Fused fuse(const SearchContext& context, const Question& question, const Retrieved& retrieved);

}  // namespace codeweaver::engine
