// Last stage of a query: turns the best candidates into the matches of an answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "engine/searching/rank/rank.hpp"

namespace codeweaver::engine {

/// Returns the first top_k of the ranked candidates within the token budget, with the confidence of
/// the answer. An empty answer gets suggestions instead. Does not set the times of the answer.
FindCodeResponseSummary make_answer(const SearchContext& context, const Question& question,
                                    const Retrieved& retrieved, const Fused& fused,
                                    const Ranked& ranked, TimeLimit& limit);

}  // namespace codeweaver::engine
