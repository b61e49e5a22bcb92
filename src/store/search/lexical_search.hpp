// BM25F over a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codeweaver/rank/bm25f.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::store {

using rank::Bm25fOptions;
using rank::QueryTerm;

class PostingMarks;

/// Best `limit` chunks by BM25F over the live and allowed ones (one set a part; none at all: every
/// live chunk), best first; ties by path, then chunk. Statistics are those of all live chunks, so
/// scores do not depend on how chunks are spread over segments. Reads the postings of the blocks of
/// chunks that can hold one of the best; all of them where asked for `matching`, which it sets to
/// how many allowed chunks hold any term.
std::vector<ScoredChunk> search_lexical(const Snapshot& snapshot, std::span<const QueryTerm> terms,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options = {},
                                        std::size_t* matching = nullptr);

/// search_lexical for terms whose statistics are taken. `marks`: filled for score_fields.
std::vector<ScoredChunk> search_lexical(const TermCoverage& query,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options = {},
                                        std::size_t* matching = nullptr,
                                        PostingMarks* marks = nullptr);

/// The largest score any chunk could reach for these terms: the sum of their idf-weighted maxima,
/// optional terms only where the snapshot holds them; for calibration.
float lexical_upper_bound(const TermCoverage& query, const Bm25fOptions& options = {});

}  // namespace codeweaver::store
