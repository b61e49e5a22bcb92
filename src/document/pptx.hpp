// Presentations to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Slides in presentation order: title, text, tables, then speaker notes. Errors: as to_markdown().
Result<std::string> pptx_to_markdown(std::string_view bytes, const Limits& limits);

}  // namespace codeweaver::document
