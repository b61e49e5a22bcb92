// Name search: finds chunks that define similar names, through the dictionaries of a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/detail/name_match.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

/// A chunk with a similar term in its symbol field.
struct NamedChunk {
  ChunkKey key;
  text::NameMatch match = text::NameMatch::kNone;
};

/// Returns the best `limit` allowed chunks with names that match at least as well as `least`,
/// strongest matches first. Names of several words are unchanged terms of the index; single words
/// are stemmed, so the caller must compare the results with the names themselves. Cost: for kStyle
/// two lookups per segment, else a walk over all terms; plus the postings of the matching terms.
std::vector<NamedChunk> search_names(const Snapshot& snapshot, const text::NamePattern& name,
                                     std::span<const ChunkSet> allowed, std::size_t limit,
                                     text::NameMatch least);

/// Folded names that are one typo away from the name and may be in a symbol field (they or their
/// stems are terms), without duplicates. Cost: a lookup in each dictionary for each candidate,
/// about 75 per letter.
std::vector<std::string> names_one_slip_away(const Snapshot& snapshot,
                                             const text::NamePattern& name);

}  // namespace codeweaver::store
