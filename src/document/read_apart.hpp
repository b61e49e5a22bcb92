// Reads documents in a separate process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace codeweaver::document {

/// The exit code of a reader program that reports an error. Its output is then the error code, a
/// line break and the cause.
inline constexpr int kReaderRefused = 3;

/// Runs `command`, which reads a document from standard input and writes its Markdown. The program
/// is killed after `patience`, when it writes too much, or when a stop is requested. Errors: those
/// that the program reports; kInvalidArgument "DOCUMENT_CORRUPT" (it crashed or took too long),
/// "DOCUMENT_TOO_LARGE"; kCancelled; kUnsupported "NO_PDF_READER" (it cannot be started).
Result<std::string> read_apart(const std::vector<std::string>& command, std::string_view bytes,
                               const Limits& limits = {},
                               std::chrono::milliseconds patience = std::chrono::seconds(60));

/// Sets the program, with its arguments, that reads DOCX, PPTX and large notebooks for this process
/// through read_apart(). The kind is appended as its last argument ("docx", "pptx", "notebook").
/// Programs that can start themselves again call this once, before they read documents. Empty (the
/// default): this process reads them. Thread-safe.
void set_document_reader(std::vector<std::string> command);

/// The text of a document of any kind, from the program for that kind. If the program for DOCX,
/// PPTX and notebooks cannot be run, this process reads them within the same limits. At most four
/// documents are read at a time, which bounds the memory of all threads together. Notebooks below 1
/// MiB do not count, because they need little memory. `pdf_reader` is a command; empty: PDFs are
/// not read. Errors: those of read_apart() and to_markdown().
Result<std::string> read_document(Kind kind, std::string_view bytes,
                                  const std::vector<std::string>& pdf_reader,
                                  const Limits& limits = {}, FindLanguage find_language = nullptr);

}  // namespace codeweaver::document
