// Blanks C and C++ macros that hide declarations from a grammar without a preprocessor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// Returns `text` with blanks in place of attribute-like macros, export marks and lines that
/// contain only a macro call. Length and line breaks stay the same, so offsets remain valid. The
/// function guesses by shape and name: keep the result only if it parses better.
std::string blank_macros(std::string_view text);

/// Replaces conditional directives, and all branches of each #if except the first, with blanks.
void blank_branches(std::string& text);

}  // namespace codeweaver::syntax
