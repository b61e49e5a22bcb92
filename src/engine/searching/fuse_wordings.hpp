// Merges the answers to several wordings of one question.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// Returns the matches of all answers, sorted by their mean relevance over all wordings (0 for
/// wordings that did not find them; CombSUM, Fox and Shaw 1994), within options.top_k and
/// options.token_limit. The mean becomes the relevance_score. Times are added up, the confidence is
/// the highest one, and other figures come from the first answer. `answers` must not be empty and
/// must come from the same index.
FindCodeResponseSummary fuse_wordings(std::vector<FindCodeResponseSummary> answers,
                                      const SearchOptions& options);

}  // namespace codeweaver::engine
