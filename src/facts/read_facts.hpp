// Reading the facts of a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "facts/facts.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::facts {

/// True if facts can be read from texts of this language.
bool has_facts(syntax::LanguageIndex language) noexcept;
/// True for the ids of TypeScript, TSX and JavaScript, whose texts import one another.
bool is_typescript(std::string_view language) noexcept;

/// The facts of a parsed text of such a language. Parts in error and what is nested too deeply are
/// left out. Cost: linear in the tree.
Facts read_facts(const syntax::SyntaxTree& tree, std::string_view text);

}  // namespace codeweaver::facts
