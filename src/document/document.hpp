// Documents: files that are no text, as the Markdown that is indexed of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::document {

/// What is made into text here.
enum class Kind : std::uint8_t { kPdf, kDocx, kPptx, kNotebook };

/// Raised when the same document becomes another text, or documents of another kind are read.
inline constexpr int kVersion = 4;

/// By the id of a language of the table: "pdf", "docx", "pptx", "jupyter"; nullopt: no document.
std::optional<Kind> kind_of(std::string_view language) noexcept;

/// The resources that one document may use.
struct Limits {
  std::uint64_t part_bytes = 64ULL << 20;       ///< of one part of an archive, unpacked
  std::uint64_t unpacked_bytes = 128ULL << 20;  ///< of all parts that are read
  std::uint64_t tree_bytes = 192ULL << 20;      ///< memory of the elements of one part
  std::uint64_t text_bytes = 32ULL << 20;       ///< of the text that comes out
  std::chrono::milliseconds cpu_time = std::chrono::seconds(30);  ///< of the thread that reads
  std::stop_token stop{};
};

/// Id of a language by one of its names, as fences of Markdown have it, or by an extension with
/// its dot; empty: unknown.
using FindLanguage = std::string (*)(std::string_view name);

/// Text of a document in Markdown: headings, lists and tables as such, code of a notebook in
/// fences. Where a page, slide or cell begins is a line of its own (page_mark.hpp). Not for kPdf,
/// which needs a reader (pdf_text.hpp). `find_language` finds the language of a notebook whose
/// kernel has another name; null: that name is used. Cost: linear in what is unpacked, within the
/// limits.
/// Errors: kInvalidArgument "DOCUMENT_CORRUPT" | "DOCUMENT_ENCRYPTED" | "DOCUMENT_TOO_LARGE";
/// kCancelled; kUnsupported "NO_OFFICE_READER" (kDocx and kPptx in a build without libzip).
Result<std::string> to_markdown(Kind kind, std::string_view bytes, const Limits& limits = {},
                                FindLanguage find_language = nullptr);

}  // namespace codeweaver::document
