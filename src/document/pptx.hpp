// Presentations to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Slides in the order in which they are shown: title, text, tables, then the speaker's notes.
/// Errors: as to_markdown().
Result<std::string> pptx_to_markdown(std::string_view bytes, const Limits& limits);

}  // namespace codeweaver::document
