// Every case there is, by group.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "harness.hpp"

namespace codeweaver::bench {

std::vector<Case> index_cases();    ///< whole indexing runs
std::vector<Case> stage_cases();    ///< where the time of a run and of a query goes
std::vector<Case> query_cases();    ///< whole searches
std::vector<Case> micro_cases();    ///< single algorithms
std::vector<Case> rerank_cases();   ///< the learned reranker alone
std::vector<Case> storage_cases();  ///< writing and reading the database
std::vector<Case> segment_cases();  ///< merging segments, and queries over several
std::vector<Case> push_cases();     ///< batches that other tools push, and reconciling
std::vector<Case> overlay_cases();  ///< texts before those of files
std::vector<Case> vector_cases();   ///< dense search by every kind of index

}  // namespace codeweaver::bench
