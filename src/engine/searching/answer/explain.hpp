// Explanations: ranks of a match at each stage, its scores, and the effects of reranker features.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

#include "engine/searching/answer/placed.hpp"
#include "engine/searching/retrieve/retrieve.hpp"

namespace codeweaver::engine {

/// Adds ranks, features and the reasons for its `rank` (from 1) to `match`, which was made from
/// `result`.
void explain_match(const SearchContext& context, const Question& question,
                   const Retrieved& retrieved, const Placed& result, std::size_t rank,
                   CodeMatch& match);

/// Three digits after the decimal point.
inline std::string score_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

}  // namespace codeweaver::engine
