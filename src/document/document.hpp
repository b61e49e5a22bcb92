// Documents: files that are not text, converted to Markdown for indexing.
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

/// The kinds of documents.
enum class Kind : std::uint8_t { kPdf, kDocx, kPptx, kNotebook };

/// Increase it when a document is converted differently, or when a new kind is supported.
inline constexpr int kVersion = 4;

/// The kind for a language id of the table: "pdf", "docx", "pptx", "jupyter". nullopt: not a
/// document.
std::optional<Kind> kind_of(std::string_view language) noexcept;

/// Limits for reading one document.
struct Limits {
  std::uint64_t part_bytes = 64ULL << 20;       ///< one part of an archive, unpacked
  std::uint64_t unpacked_bytes = 128ULL << 20;  ///< all unpacked parts together
  std::uint64_t tree_bytes = 192ULL << 20;      ///< memory for the elements of one part
  std::uint64_t text_bytes = 32ULL << 20;       ///< the resulting text
  std::chrono::milliseconds cpu_time = std::chrono::seconds(30);  ///< of the reading thread
  std::stop_token stop{};
};

/// Returns the language id for a name as in Markdown fences, or for an extension with its dot.
/// Empty: unknown.
using FindLanguage = std::string (*)(std::string_view name);

/// Converts a document to Markdown: headings, lists and tables as such, notebook code in fences. A
/// mark line starts each page, slide or cell (page_mark.hpp). Not for kPdf, which needs a reader
/// (pdf_text.hpp).
///
/// `find_language` maps language names in a notebook's metadata to language ids. Null: the names
/// are used unchanged. Cost: linear in the unpacked bytes, within the limits.
///
/// Errors: kInvalidArgument "DOCUMENT_CORRUPT" | "DOCUMENT_ENCRYPTED" | "DOCUMENT_TOO_LARGE";
/// kCancelled; kUnsupported "NO_OFFICE_READER" (kDocx and kPptx in a build without libzip).
Result<std::string> to_markdown(Kind kind, std::string_view bytes, const Limits& limits = {},
                                FindLanguage find_language = nullptr);

}  // namespace codeweaver::document
