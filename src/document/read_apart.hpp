// Documents read by a program in a process of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace codeweaver::document {

/// What a reader program that reports an error ends with; its output is the code, a line break and
/// the cause.
inline constexpr int kReaderRefused = 3;

/// Runs `command`, which reads a document from its standard input and writes the Markdown of it.
/// It is killed after `patience`, once it wrote too much, or when the stop is requested. Errors:
/// those that the program reports; kInvalidArgument "DOCUMENT_CORRUPT" (it crashed, or took too
/// long), "DOCUMENT_TOO_LARGE"; kCancelled; kUnsupported "NO_PDF_READER" (it cannot be started).
Result<std::string> read_apart(const std::vector<std::string>& command, std::string_view bytes,
                               const Limits& limits = {},
                               std::chrono::milliseconds patience = std::chrono::seconds(60));

/// Names the program, with its arguments, that reads DOCX, PPTX and large notebooks for this
/// process as read_apart() says; the kind follows as its last argument ("docx", "pptx",
/// "notebook"). Programs that can start themselves again call this once, before they read
/// documents. Empty, as at first: this process reads them. Thread safety: any thread.
void set_document_reader(std::vector<std::string> command);

/// The text of a document of any kind, by the program for it. Where the program for DOCX, PPTX and
/// notebooks cannot be run, they are read in this process, within the same limits. At most four are
/// read at once, so that the limits of memory hold for all threads together; notebooks below 1 MiB,
/// which take little, do not count. `pdf_reader` is a command; empty: PDFs are not read.
/// Errors: those of read_apart() and to_markdown().
Result<std::string> read_document(Kind kind, std::string_view bytes,
                                  const std::vector<std::string>& pdf_reader,
                                  const Limits& limits = {}, FindLanguage find_language = nullptr);

}  // namespace codeweaver::document
