// Names built into a language: its casts, operators, and basic functions and types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::syntax {

/// Whether `name` in code of this language (as find_language names it) most likely means a
/// built-in: `static_cast` in C++, `len` in Python and Go. False for languages without a list.
bool is_builtin_name(std::string_view language, std::string_view name) noexcept;

}  // namespace codeweaver::syntax
