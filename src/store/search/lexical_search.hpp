// BM25F over a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::store {

using rank::Bm25fOptions;
using rank::QueryTerm;

class PostingMarks;

/// Returns the best `limit` chunks by BM25F, best first; ties are ordered by path, then chunk.
/// `allowed` has one set per part; if it is empty, every live chunk is allowed. Statistics cover
/// all live chunks, so scores do not depend on the distribution of chunks over segments. It reads
/// only blocks of postings that can contain a best chunk. If `matching` is not null, it reads all
/// postings and sets `matching` to the number of allowed chunks with any term.
std::vector<ScoredChunk> search_lexical(const Snapshot& snapshot, std::span<const QueryTerm> terms,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options = {},
                                        std::size_t* matching = nullptr);

/// The same for terms with known statistics. `marks`: recorded for score_fields().
std::vector<ScoredChunk> search_lexical(const TermCoverage& query,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options = {},
                                        std::size_t* matching = nullptr,
                                        PostingMarks* marks = nullptr);

/// An upper bound of the score of any chunk for these terms, for calibration: the sum of their
/// idf-weighted maxima. Optional terms count only if the snapshot contains them.
float lexical_upper_bound(const TermCoverage& query, const Bm25fOptions& options = {});

}  // namespace codeweaver::store
