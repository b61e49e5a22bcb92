// Errors for documents that cannot be read, with suggested actions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::document {

inline Error corrupt(std::string_view what) {
  return {ErrorCategory::kInvalidArgument, error_code::kDocumentCorrupt,
          "The document is damaged: " + std::string(what), "reading a document",
          "Open it in the program that made it and save it again, or exclude it."};
}

inline Error encrypted() {
  return {ErrorCategory::kInvalidArgument, error_code::kDocumentEncrypted,
          "The document is password-protected", "reading a document",
          "Save it without a password, or exclude it."};
}

inline Error too_large(std::string_view what, std::uint64_t limit,
                       std::string_view unit = " bytes") {
  return {ErrorCategory::kInvalidArgument, error_code::kDocumentTooLarge,
          ("The document is too large: " + std::string(what) + ' ' + std::to_string(limit))
              .append(unit),
          "reading a document", "Split it, or exclude it."};
}

inline Error reading_cancelled() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "Reading a document was cancelled",
          "reading a document", ""};
}

inline Error no_office_reader() {
  return {ErrorCategory::kUnsupported, error_code::kNoOfficeReader,
          "This build cannot read Word and PowerPoint documents", "reading a document",
          "Build with CODEWEAVER_OFFICE=ON, or exclude it."};
}

inline Error no_text() {
  return {ErrorCategory::kInvalidArgument, error_code::kDocumentHasNoText,
          "The document has no text: its pages are images", "reading a document",
          "Recognise its text with an OCR program, or exclude it."};
}

inline Error no_pdf_reader(std::string_view why) {
  return {ErrorCategory::kUnsupported, error_code::kNoPdfReader,
          "PDFs cannot be read: " + std::string(why), "reading a document",
          "Put PDFium next to the program, or set a reader in indexing.pdf_reader "
          "(docs/guide/documents.md)."};
}

}  // namespace codeweaver::document
