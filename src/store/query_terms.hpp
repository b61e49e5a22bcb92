// Statistics of query terms: their postings, document frequencies and idf weights.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "store/segment.hpp"

namespace codeweaver::store {

/// The postings of a term in a segment; empty where it does not occur.
std::string_view postings_in(const Segment::Impl& segment, std::string_view term,
                             std::uint32_t* document_frequency = nullptr);

/// Live chunks that hold the term. Exact also where chunks were deleted, at the price of a walk.
std::uint64_t live_frequency(const Snapshot& snapshot, std::string_view term);

/// Term weight times idf, for each term; 0 for one that no live chunk holds.
std::vector<float> term_weights(const Snapshot& snapshot, std::span<const QueryTerm> terms);

}  // namespace codeweaver::store
