// The language table: one row a language, and how a file's language is decided.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace codeweaver::syntax {

/// Index of a row in the language table; stable within one build only (indexes store the id text).
using LanguageIndex = std::uint16_t;

/// What the rest of the program may know about a language. Views point to static storage.
struct LanguageInfo {
  std::string_view id;            ///< "python", "cpp", "csharp", "bash", ... also in filters
  std::string_view display_name;  ///< "Python", "C++"
  std::string_view category;      ///< code | config | docs | data | markup
  bool has_grammar = false;       ///< false: text chunks (reStructuredText, CSV, ...)
  std::span<const std::string_view> extensions;  ///< lower case, without the dot
  std::span<const std::string_view> filenames;   ///< exact names, lower case
};

std::span<const LanguageInfo> languages() noexcept;

/// By id, or by a usual alias ("c++", "js", "shell", "sh", "golang", "yml"); case-insensitive.
std::optional<LanguageIndex> find_language(std::string_view id_or_alias) noexcept;

/// By file name alone; nullopt: unknown name. The extension test is case-insensitive except
/// where case tells languages apart (".C", ".R").
std::optional<LanguageIndex> language_of_name(std::string_view file_name) noexcept;

/// By name, then content: `#!` lines, `.h` (C, C++, Objective-C), `.m` (Objective-C, MATLAB),
/// `.ts` (Qt translations are XML), `.pl`, `.t`, `.inc`. `head` is the start of the file.
/// nullopt: neither known name nor `#!` line.
std::optional<LanguageIndex> language_of_content(std::string_view file_name,
                                                 std::string_view head) noexcept;

}  // namespace codeweaver::syntax
