// Answering, the last stage of a query: the best candidates as matches, and what is said of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "engine/searching/rank.hpp"

namespace codeweaver::engine {

/// The first top_k of what was ranked, within the budget of tokens; the confidence of the answer;
/// for an empty one, what to try. Its times are not set.
FindCodeResponseSummary make_answer(const SearchContext& context, const Question& question,
                                    const Retrieved& retrieved, const Fused& fused,
                                    const Ranked& ranked, TimeLimit& limit);

}  // namespace codeweaver::engine
