// Calls of macros in a Rust text, written so that the grammar reads their arguments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::facts {

/// A text of the same length and lines, in which calls of macros look like calls of functions.
struct ReadableMacros {
  std::string text;  ///< empty: no call can be written so
  /// Offsets of the ends of the names of these macros, sorted.
  std::vector<std::uint32_t> ends;
};

/// `name!(a, b)` becomes `name (a, b)` where an expression is expected, and if the arguments look
/// like expressions. Calls whose name ends at one of the offsets in `left_out` (sorted) stay as
/// they are. The text must be that of the tree. Cost: linear.
ReadableMacros readable_macros(const syntax::SyntaxTree& tree, std::string_view text,
                               const std::vector<std::uint32_t>& left_out = {});

/// Ends of the names of those calls in `made` that the tree of its text could not read, sorted.
std::vector<std::uint32_t> unreadable_macros(const syntax::SyntaxTree& tree,
                                             const ReadableMacros& made);

}  // namespace codeweaver::facts
