// Tree-sitter alone: the yardstick of how long indexing takes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::syntax {

/// Parses `text` in the language of that id and drops the tree, with the usual limits. False: no
/// grammar, refused by its shape, or the budget ran out.
bool parse_alone(std::string_view text, std::string_view language);

}  // namespace codeweaver::syntax
