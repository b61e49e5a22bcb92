// Text of PDFs by PDFium, in this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// As to_markdown(), with PDFium from the file `library`. PDFium reads what strangers wrote with a
/// million lines of C++: call this in a process that may die (read_apart.hpp). One thread at a
/// time. Errors: those of to_markdown(); kUnsupported "NO_PDF_READER"; kInvalidArgument
/// "DOCUMENT_HAS_NO_TEXT" (every page is a picture).
Result<std::string> pdf_to_markdown(std::string_view bytes, const std::string& library,
                                    const Limits& limits = {});

}  // namespace codeweaver::document
