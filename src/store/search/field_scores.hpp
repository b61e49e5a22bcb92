// Field scores: how well each field of a few chosen chunks matches a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::store {

using rank::Bm25fOptions;
using rank::kFieldCount;

class PostingMarks;

/// How well each field of a chunk matches a query.
struct FieldScores {
  std::uint32_t part = 0;
  std::uint32_t chunk = 0;
  float score = 0;                           ///< BM25F over all fields, as in search_lexical()
  std::array<float, kFieldCount> field{};    ///< BM25F of each field as if it were the only one
  std::array<float, kFieldCount> covered{};  ///< idf-weighted share of the terms in the field, [0,
                                             ///< 1]
  float covered_by_any = 0;                  ///< the same over all fields together
  std::uint64_t terms = 0;                   ///< bit i is set if query term i (below 64) occurs
  std::array<std::uint64_t, kFieldCount> field_terms{};  ///< the same by field
};

/// Scores `chunks` (ascending, without duplicates) field by field, including chunks without any
/// term. Optional terms raise scores but do not count as covered. Cost: one walk over the terms'
/// postings. It reads only those near the chunks if the postings are cut into blocks, or if
/// search_lexical() recorded `marks`.
std::vector<FieldScores> score_fields(const TermCoverage& query, std::span<const ChunkKey> chunks,
                                      const Bm25fOptions& options = {},
                                      const PostingMarks* marks = nullptr);

}  // namespace codeweaver::store
