// Explanations: the ranks of a match at each stage, its scores, what moved the reranker.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>

#include "engine/searching/placed.hpp"
#include "engine/searching/retrieve.hpp"

namespace codeweaver::engine {

/// Adds to `match`, which was made of `result`, its ranks, its features and why it is at `rank`
/// (from 1) of the answer.
void explain_match(const SearchContext& context, const Question& question,
                   const Retrieved& retrieved, const Placed& result, std::size_t rank,
                   CodeMatch& match);

}  // namespace codeweaver::engine
