// Reading the facts of a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/facts.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::facts {

/// Increase it when a reader reads other facts from the same text, or links need others of them.
inline constexpr std::string_view kFactsVersion = "1";
/// Identifies the facts that are read from texts of a language; empty: none are.
std::string_view facts_version(std::string_view language) noexcept;
/// The same for all languages together.
std::string facts_versions();

/// True if facts can be read from texts of this language.
bool has_facts(syntax::LanguageIndex language) noexcept;
/// True for the ids of TypeScript, TSX and JavaScript, whose texts import one another.
bool is_typescript(std::string_view language) noexcept;
/// True for the ids of C and C++, whose texts include one another.
bool is_cpp(std::string_view language) noexcept;

/// The same for the language that the name of a file says.
bool may_have_facts(std::string_view path) noexcept;

/// The facts of a parsed text of such a language, without the parts in error and those that are
/// nested too deeply. Cost: linear in the tree.
Facts read_facts(const syntax::SyntaxTree& tree, std::string_view text);
/// Parses a text in the language of its path and content. nullopt: it cannot be parsed, or its
/// language has no facts.
std::optional<Facts> read_facts(std::string_view path, std::string_view text);

}  // namespace codeweaver::facts
