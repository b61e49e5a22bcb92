// A pattern as RE2 takes it, and the grams that a line with a match must hold.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "codeweaver/text/grams.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {

/// An expression for RE2 that matches in every line in which the pattern does. RE2 knows words of
/// ASCII alone: `keeps_words` keeps tests for words as those, which is right where a line is ASCII;
/// otherwise they are left out.
std::string to_re2(const Node& node, bool keeps_words);

/// Whether to_re2() is the pattern itself: in any line; where `in_ascii`, in lines of ASCII.
bool is_exact_in_re2(const Node& node, bool in_ascii);

/// What a pattern costs to compile.
struct PatternSize {
  std::uint64_t parts = 0;   ///< characters, tests and groups, with repetitions written out
  std::uint64_t ranges = 0;  ///< of the classes in the expression for RE2
};
/// Cost: linear in the tree. Large values are limited, not exact.
PatternSize size_of(const Node& node);

/// What the grams of a line with a match must be.
text::GramQuery required_grams(const Node& node);

}  // namespace codeweaver::pattern
