// Text of PDFs with PDFium, in this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Like to_markdown(), with PDFium from the file `library`. PDFium parses untrusted input in a
/// million lines of C++, so call this in a process that may crash (read_apart.hpp). Not
/// thread-safe. Errors: those of to_markdown(); kUnsupported "NO_PDF_READER"; kInvalidArgument
/// "DOCUMENT_HAS_NO_TEXT" (every page is an image).
Result<std::string> pdf_to_markdown(std::string_view bytes, const std::string& library,
                                    const Limits& limits = {});

}  // namespace codeweaver::document
