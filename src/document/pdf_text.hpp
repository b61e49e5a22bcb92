// Text of PDFs: by PDFium in this process, or by a reader program in a process of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace codeweaver::document {

/// As to_markdown(), with PDFium from the file `library`. PDFium reads what strangers wrote with a
/// million lines of C++: call this in a process that may die (read_apart()). One thread at a time.
/// Errors: those of to_markdown(); kUnsupported "NO_PDF_READER"; kInvalidArgument
/// "DOCUMENT_HAS_NO_TEXT" (every page is a picture).
Result<std::string> pdf_to_markdown(std::string_view bytes, const std::string& library,
                                    const Limits& limits = {});

/// What a reader program that reports an error ends with; its output is the code, a line break and
/// the cause.
inline constexpr int kReaderRefused = 3;

/// Runs `command`, which reads a document from its standard input and writes the Markdown of it.
/// It is killed after `patience` or once it wrote too much. Errors: those that the program reports;
/// kInvalidArgument "DOCUMENT_CORRUPT" (it crashed, or took too long), "DOCUMENT_TOO_LARGE";
/// kUnsupported "NO_PDF_READER" (it cannot be started).
Result<std::string> read_apart(const std::vector<std::string>& command, std::string_view bytes,
                               const Limits& limits = {},
                               std::chrono::milliseconds patience = std::chrono::seconds(60));

}  // namespace codeweaver::document
