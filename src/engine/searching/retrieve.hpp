// Retrieval, the second stage of a query: the best chunks by words, by meaning and by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/rank/fusion.hpp"
#include "engine/searching/exact_lane.hpp"
#include "engine/searching/question.hpp"
#include "engine/searching/time_limit.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

using ChunkList = std::vector<rank::Ranked<store::ChunkKey>>;  ///< best first

/// What the sides found. Views the question's terms.
struct Retrieved {
  store::TermCoverage coverage;
  store::PostingMarks marks{};  ///< that the search for the terms left
  double attainable = 0;        ///< the largest BM25F score that a chunk could reach
  std::vector<float> vector{};  ///< of the query; empty: meaning was not asked, or could not be
  ChunkList lexical{}, dense{};
  ExactLane exact{};  ///< what the query says word for word
  FileShares past{};  ///< files that commits changed which read like the query
  ChunkList named{};  ///< its chunks, however common their words
  std::vector<std::string> warnings{};

  bool has_dense() const noexcept { return !vector.empty(); }
};

/// Candidates taken from each side.
std::size_t candidate_limit(const SearchOptions& options);

/// Asks the segments, or the store of the context. Without its embedder a query with words is
/// answered by them, with a warning. Errors: those of the store; of the embedder, where nothing
/// else can answer; kCancelled.
Result<Retrieved> retrieve(const SearchContext& context, const Question& question,
                           TimeLimit& limit);

}  // namespace codeweaver::engine
