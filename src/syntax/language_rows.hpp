// One row of the language table: how files of a language are recognised and what its syntax means.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::syntax {

/// What the grammar's node types mean (rules.hpp has the notation); lists are separated by spaces.
struct SyntaxRules {
  std::string_view grammar{};      ///< name in the grammar table; empty: none
  std::string_view separator{};    ///< between the parts of a qualified name
  std::string_view definitions{};  ///< `node_type[:path]=kind[?condition]`; the first that fits
  /// The same for what is small and found by name alone: each name that the path leads to.
  std::string_view members{};
  std::string_view packages{};      ///< node types that name what the rest of the file belongs to
  std::string_view imports{};       ///< node types of imports
  std::string_view calls{};         ///< `node_type:path` to what is called
  std::string_view import_calls{};  ///< functions whose call is an import
  std::string_view types{};         ///< node types that name a type
  std::string_view embedded{};      ///< node types that may hold another language
  /// How it departs from the rest: docstrings | strings_before | doc_attributes (where docs are),
  /// macros | guarded | prose (how it is parsed), traits | interpolations | line_enums
  /// (rewriting.hpp), routines (sql_routines.hpp), headings (html_sections.hpp), front_matter,
  /// clauses | receivers | dashes (how it names).
  std::string_view features{};
};

/// Everything the program knows about one language. A new language is one new row, and where it has
/// a grammar also: its crate in grammars/Cargo.toml, its line in cmake/Grammars.cmake, and a sample
/// in tests/data/syntax. Tests check the row against the grammar.
struct LanguageRow {
  std::string_view id{};
  std::string_view display_name{};
  std::string_view category{};      ///< code | config | docs | data | markup
  std::string_view aliases{};       ///< lists are separated by spaces, all lower case
  std::string_view extensions{};    ///< without the dot
  std::string_view filenames{};     ///< exact names
  std::string_view interpreters{};  ///< of a `#!` line, without version suffix
  SyntaxRules syntax{};
};

std::span<const LanguageRow> rows_scripting() noexcept;
std::span<const LanguageRow> rows_systems() noexcept;
std::span<const LanguageRow> rows_managed() noexcept;
std::span<const LanguageRow> rows_data() noexcept;
std::span<const LanguageRow> rows_text() noexcept;

}  // namespace codeweaver::syntax
