// Candidate signals: facts of the index about candidates, their fields and their files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>

#include "engine/searching/fuse/candidate.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// Inputs that candidates are compared with.
struct SignalSources {
  const store::TermCoverage& query;
  const store::PostingMarks& marks;  ///< left by the search for `query`
  std::span<const float> vector;     ///< of the query; empty: no dense search
  std::span<const store::ChunkSet> allowed;
  double attainable = 0;
  float best_lexical = 0, best_cosine = 0;  ///< best scores in the list of each side
};

/// Fills lexical_raw, dense_raw and signals (except ranks, fusion and exact match) of `candidates`.
/// All allowed chunks of their files are scored on both sides, so that a file can be judged as a
/// whole. Cost: one pass over the postings of the terms and one dot product for each chunk of those
/// files.
void fill_signals(const SignalSources& sources, std::span<Candidate> candidates);

}  // namespace codeweaver::engine
