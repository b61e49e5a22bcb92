// Names that a language itself gives: its casts, operators and basic functions and types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::syntax {

/// Whether code of the language (as find_language names it) that uses `name` most likely means the
/// language's own: `static_cast` in C++, `len` in Python and Go. Other languages have none.
bool is_builtin_name(std::string_view language, std::string_view name) noexcept;

}  // namespace codeweaver::syntax
