// Blanks C and C++ macros that hide declarations from a grammar without a preprocessor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// `text` with attribute-like macros, export marks and lines that hold a macro call only as blanks:
/// the same length and the same lines, so that offsets stay valid. A guess by shape and name: keep
/// the result only if it parses better.
std::string blank_macros(std::string_view text);

/// The same of conditional directives and every branch of an #if but the first.
void blank_branches(std::string& text);

}  // namespace codeweaver::syntax
