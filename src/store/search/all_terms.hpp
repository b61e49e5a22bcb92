// All terms: finds the chunks that contain all words of a query, or most of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::store {

/// Returns the allowed chunks that contain all required terms (those that are not optional), in
/// order. Empty if the query has no required term, or if one occurs nowhere. nullopt: more than
/// `limit` chunks. Cost: one lookup in the other terms per posting of the rarest term.
std::optional<std::vector<ChunkKey>> chunks_with_all(const TermCoverage& query,
                                                     std::span<const ChunkSet> allowed,
                                                     std::size_t limit);

/// Returns the `limit` allowed chunks with most of the query's terms in their bodies, best first.
/// The weight is the number of terms, with a bonus for rare ones; length and repetitions do not
/// count. Cost: a walk over the postings of all terms.
std::vector<ChunkKey> chunks_with_most(const TermCoverage& query, std::span<const ChunkSet> allowed,
                                       std::size_t limit);

}  // namespace codeweaver::store
