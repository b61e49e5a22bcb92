// The readable text of comments and doc strings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// Returns `comment` without markers, rulers, quotes and common indentation. `comment` is one
/// comment or several consecutive ones in any language, or a string literal used as documentation.
/// Paragraphs stay separate.
std::string clean_comment(std::string_view comment);

}  // namespace codeweaver::syntax
