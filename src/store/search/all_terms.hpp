// All terms: the chunks that hold every word of a query, or most of them.
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

/// The allowed chunks that hold all terms which are not optional, in order; none where a query has
/// none, or where one occurs nowhere. nullopt: more than `limit` do. Cost: one look at the other
/// terms a posting of the rarest.
std::optional<std::vector<ChunkKey>> chunks_with_all(const TermCoverage& query,
                                                     std::span<const ChunkSet> allowed,
                                                     std::size_t limit);

/// The `limit` allowed chunks that hold most of a query in their bodies, by the number of terms,
/// rare ones first, however long they are and often they say it; in order of that. Cost: a walk
/// over the postings of all terms.
std::vector<ChunkKey> chunks_with_most(const TermCoverage& query, std::span<const ChunkSet> allowed,
                                       std::size_t limit);

}  // namespace codeweaver::store
