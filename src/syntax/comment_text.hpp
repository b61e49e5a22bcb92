// The readable text of comments and doc strings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// `comment`, one or several in a row in any language, or a string literal used as documentation:
/// without markers, rulers, quotes and common indentation. Paragraphs stay apart.
std::string clean_comment(std::string_view comment);

}  // namespace codeweaver::syntax
