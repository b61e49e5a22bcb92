// The language table, one row per language, and language detection for files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace codeweaver::syntax {

/// Index of a row in the language table. Stable only within one build; indexes store the id text.
using LanguageIndex = std::uint16_t;

/// Public facts about a language. Views point to static storage.
struct LanguageInfo {
  std::string_view id;            ///< "python", "cpp", "csharp", "bash", ...; also used in filters
  std::string_view display_name;  ///< "Python", "C++"
  std::string_view category;      ///< code | config | docs | data | markup
  bool has_grammar = false;       ///< false: text chunks (reStructuredText, CSV, ...)
  std::span<const std::string_view> extensions;  ///< lower case, without the dot
  std::span<const std::string_view> filenames;   ///< exact names, lower case
};

std::span<const LanguageInfo> languages() noexcept;

/// Finds a language by id or common alias ("c++", "js", "shell", "sh", "golang", "yml"),
/// case-insensitively.
std::optional<LanguageIndex> find_language(std::string_view id_or_alias) noexcept;

/// Detects the language by file name only. nullopt: unknown name. Extensions are case-insensitive
/// except where case distinguishes languages (".C", ".R").
std::optional<LanguageIndex> language_of_name(std::string_view file_name) noexcept;

/// Detects the language by name, then by content: `#!` lines, `.h` (C, C++, Objective-C), `.m`
/// (Objective-C, MATLAB), `.ts` (Qt translations are XML), `.pl`, `.t`, `.inc`. `head` is the start
/// of the file. nullopt: neither a known name nor a `#!` line.
std::optional<LanguageIndex> language_of_content(std::string_view file_name,
                                                 std::string_view head) noexcept;

}  // namespace codeweaver::syntax
