// One row of the language table: how to recognise files and how to read their syntax.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::syntax {

/// The meaning of the grammar's node types (notation: rules.hpp). Lists are separated by spaces.
struct SyntaxRules {
  std::string_view grammar{};      ///< name in the grammar table; empty: none
  std::string_view separator{};    ///< between the parts of a qualified name
  std::string_view definitions{};  ///< `node_type[:path]=kind[?condition]`; the first match counts
  /// Like `definitions`, for small definitions that are found by name only. Every name that the
  /// path reaches counts.
  std::string_view members{};
  std::string_view packages{};      ///< node types that name the package of the rest of the file
  std::string_view imports{};       ///< node types of imports
  std::string_view calls{};         ///< `node_type:path` to the called name
  std::string_view import_calls{};  ///< functions that import when called
  std::string_view types{};         ///< node types that name a type
  std::string_view embedded{};      ///< node types that may hold another language
  /// Peculiarities of the language:
  /// - place of docs: docstrings | strings_before | doc_attributes
  /// - parsing: macros | guarded | prose, and traits | interpolations | line_enums |
  ///   signatures, values_of_new (rewriting.hpp)
  /// - extra definitions: routines (sql_routines.hpp), headings (html_sections.hpp), front_matter
  /// - naming: clauses | receivers | dashes
  std::string_view features{};
};

/// Everything the program knows about one language. A new language needs one new row. If it has a
/// grammar, it also needs its crate in grammars/Cargo.toml, its line in cmake/Grammars.cmake, and a
/// sample in tests/data/syntax. Tests check the row against the grammar.
struct LanguageRow {
  std::string_view id{};
  std::string_view display_name{};
  std::string_view category{};      ///< code | config | docs | data | markup
  std::string_view aliases{};       ///< lists are separated by spaces, in lower case
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
