// Documents: files that are no text, as the Markdown that is indexed of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::document {

/// What is made into text here.
enum class Kind : std::uint8_t { kPdf, kDocx, kPptx, kNotebook };

/// Raised when the same document becomes another text, or documents of another kind are read.
inline constexpr int kVersion = 3;

/// By the id of a language of the table: "pdf", "docx", "pptx", "jupyter"; nullopt: no document.
std::optional<Kind> kind_of(std::string_view language) noexcept;

/// What one document may take.
struct Limits {
  std::uint64_t part_bytes = 64ULL << 20;  ///< of one part of an archive, unpacked
  std::uint64_t text_bytes = 32ULL << 20;  ///< of the text that comes out
};

/// Text of a document in Markdown: headings, lists and tables as such, code of a notebook in
/// fences. Where a page, slide or cell begins is a line of its own (page_mark.hpp). Not for kPdf,
/// which needs a reader (pdf_text.hpp). Cost: linear in what is unpacked, within the limits.
/// Errors: kInvalidArgument "DOCUMENT_CORRUPT" | "DOCUMENT_ENCRYPTED" | "DOCUMENT_TOO_LARGE";
/// kUnsupported "NO_OFFICE_READER" (kDocx and kPptx in a build without libzip).
Result<std::string> to_markdown(Kind kind, std::string_view bytes, const Limits& limits = {});

}  // namespace codeweaver::document
