// All cases, by group.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "harness.hpp"

namespace codeweaver::bench {

std::vector<Case> index_cases();    ///< whole indexing runs
std::vector<Case> stage_cases();    ///< time per stage of a run and a query
std::vector<Case> query_cases();    ///< whole searches
std::vector<Case> micro_cases();    ///< single algorithms
std::vector<Case> rerank_cases();   ///< the learned reranker alone
std::vector<Case> storage_cases();  ///< writing and reading the database
std::vector<Case> segment_cases();  ///< merging segments, and queries over several
std::vector<Case> push_cases();     ///< pushed batches, and reconciling
std::vector<Case> overlay_cases();  ///< unsaved texts in place of files
std::vector<Case> vector_cases();   ///< dense search with every kind of index

}  // namespace codeweaver::bench
