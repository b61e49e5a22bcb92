// Word documents to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Pages are those of the last layout that a program noted, one page where none did. What was
/// deleted with changes tracked, and headers and footers, are left out. Errors: as to_markdown().
Result<std::string> docx_to_markdown(std::string_view bytes, const Limits& limits);

}  // namespace codeweaver::document
