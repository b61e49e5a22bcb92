// One answer out of the answers to several wordings of a question.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// The matches of all answers, best first by the mean of the relevance that each wording gave them
/// (0 where it did not find them; CombSUM, Fox and Shaw 1994), at most `top_k`; the mean becomes
/// their relevance_score. Times are sums, the confidence is that of the surest wording, other
/// figures are those of the first answer. `answers` must not be empty, and of one index.
FindCodeResponseSummary fuse_wordings(std::vector<FindCodeResponseSummary> answers,
                                      std::size_t top_k);

}  // namespace codeweaver::engine
