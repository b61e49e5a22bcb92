// Name search: chunks that define names like a given one, through the dictionaries of a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/text/name_match.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

/// A chunk with a term like the name in its symbol field.
struct NamedChunk {
  ChunkKey key;
  text::NameMatch match = text::NameMatch::kNone;
};

/// The best `limit` of the allowed chunks whose names match `least` at the weakest, those with the
/// strongest matches first. Whole names of several parts are terms as they are, others are stemmed:
/// what is found is to be compared with the names themselves. Cost: for kStyle two look-ups a
/// segment, else a walk over all its terms; and the postings of those that match.
std::vector<NamedChunk> search_names(const Snapshot& snapshot, const text::NamePattern& name,
                                     std::span<const ChunkSet> allowed, std::size_t limit,
                                     text::NameMatch least);

/// Folded names one slip away from the name of which a symbol field may hold the stem, each once.
/// Cost: a look-up in each dictionary for each such name, some 75 a letter.
std::vector<std::string> names_one_slip_away(const Snapshot& snapshot,
                                             const text::NamePattern& name);

}  // namespace codeweaver::store
