// Candidate signals: what the index knows of candidates, their fields and their files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>

#include "engine/searching/candidate.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// What candidates are compared with.
struct SignalSources {
  const store::TermCoverage& query;
  const store::PostingMarks& marks;  ///< that the search for `query` left
  std::span<const float> vector;     ///< of the query; empty: no dense side
  std::span<const store::ChunkSet> allowed;
  double attainable = 0;
  float best_lexical = 0, best_cosine = 0;  ///< of each side's list
};

/// Fills lexical_raw, dense_raw and signals (all but ranks, fusion and exact match) of
/// `candidates`. All allowed chunks of their files are scored on both sides, so that a file is
/// judged as a whole. Cost: one walk over the terms' postings and one product for each chunk of
/// those files.
void fill_signals(const SignalSources& sources, std::span<Candidate> candidates);

}  // namespace codeweaver::engine
