// Calls of macros in a Rust text, written so that the grammar reads their arguments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::facts {

/// A text of the same length and lines that has the calls of macros alone, as calls of functions.
struct ReadableMacros {
  std::string text;  ///< empty: there is none
  /// Offsets of the ends of the names of these macros, sorted.
  std::vector<std::uint32_t> ends;
};

/// `x.f(name![a, b])` becomes `     name (a, b);`, if the arguments look like expressions. Macros
/// that stand for items are left out. The text must be that of the tree. Cost: linear.
ReadableMacros readable_macros(const syntax::SyntaxTree& tree, std::string_view text);

/// The outermost calls in the tree of such a text, by the offset of their begin. Those that the
/// grammar could not read are left out.
std::unordered_map<std::uint32_t, syntax::Node> macro_calls(const syntax::SyntaxTree& tree);

}  // namespace codeweaver::facts
