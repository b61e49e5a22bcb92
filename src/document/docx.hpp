// Word documents to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Pages follow the last layout that a program recorded; without one, there is a single page.
/// Leaves out tracked deletions, headers and footers. Errors: as to_markdown().
Result<std::string> docx_to_markdown(std::string_view bytes, const Limits& limits);

}  // namespace codeweaver::document
