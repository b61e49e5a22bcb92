// Second stage of a query: the best chunks by words, by meaning and by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/fusion.hpp"
#include "engine/searching/open/time_limit.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/searching/retrieve/exact_lane.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

using ChunkList = std::vector<rank::Ranked<store::ChunkKey>>;  ///< best first

/// Results of all sides. Views the question's terms.
struct Retrieved {
  store::TermCoverage coverage;
  store::PostingMarks marks{};  ///< left by the search for the terms
  double attainable = 0;        ///< the largest BM25F score that a chunk could have
  std::vector<float> vector{};  ///< of the query; empty: no dense search, or it failed
  ChunkList lexical{}, dense{};
  ExactLane exact{};  ///< chunks that the query names or quotes
  FileShares past{};  ///< files changed by commits that are similar to the query
  ChunkList named{};  ///< chunks of the exact lane, however common their words are
  std::vector<std::string> warnings{};

  bool has_dense() const noexcept { return !vector.empty(); }
};

/// Number of candidates taken from each side.
std::size_t candidate_limit(const SearchOptions& options);

/// Searches the segments, or the store of the context. If the embedder fails, a query with words is
/// answered by its words, with a warning. Errors: those of the store; of the embedder, if nothing
/// else can answer; kCancelled.
Result<Retrieved> retrieve(const SearchContext& context, const Question& question,
                           TimeLimit& limit);

}  // namespace codeweaver::engine
