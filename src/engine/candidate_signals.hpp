// Candidate signals: what the index knows of candidates, their fields and their files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/candidate.hpp"
#include "store/segment.hpp"

namespace codeweaver::engine {

/// Fills lexical_raw, dense_raw and signals (all but ranks, fusion and exact match) of
/// `candidates`. All allowed chunks of their files are scored on both sides, so that a file is
/// judged as a whole. `vector` empty: no dense side. Cost: one walk over the terms' postings and
/// one dot product for each chunk of those files.
void fill_signals(const store::Snapshot& snapshot, const store::TermCoverage& coverage,
                  std::span<const float> vector, std::span<const store::ChunkSet> allowed,
                  double attainable, std::vector<Candidate>& candidates);

}  // namespace codeweaver::engine
