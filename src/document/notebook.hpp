// Jupyter notebooks to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Prose as it is, code in fences of the notebook's language; what cells put out is left out. Reads
/// versions 3 and 4 of the format. Errors: kInvalidArgument "DOCUMENT_CORRUPT" |
/// "DOCUMENT_TOO_LARGE".
Result<std::string> notebook_to_markdown(std::string_view bytes, const Limits& limits);

}  // namespace codeweaver::document
