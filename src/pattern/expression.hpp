// A pattern as an RE2 expression, and the grams that each matching line has.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "codeweaver/detail/grams.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {

/// Returns an RE2 expression that matches every line that the pattern matches. RE2 supports only
/// ASCII word boundaries. If `keeps_words`, word tests become ASCII tests, which is correct for
/// ASCII lines; otherwise they are left out.
std::string to_re2(const Node& node, bool keeps_words);

/// Whether the expression of to_re2() matches exactly the same lines: all lines, or only ASCII
/// lines if `in_ascii`.
bool is_exact_in_re2(const Node& node, bool in_ascii);

/// The cost of compiling a pattern.
struct PatternSize {
  std::uint64_t parts = 0;   ///< characters, tests and groups, with repetitions expanded
  std::uint64_t ranges = 0;  ///< ranges of classes in the RE2 expression
};
/// Cost: linear in the tree. Large values are capped.
PatternSize size_of(const Node& node);

/// The grams that each matching line must have.
text::GramQuery required_grams(const Node& node);

}  // namespace codeweaver::pattern
