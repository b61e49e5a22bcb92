// Lines of a PDF, and their conversion to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/document.hpp"

namespace codeweaver::document {

/// One printed line of a page.
struct PdfLine {
  std::string text;        ///< UTF-8
  float font_size = 0;     ///< in points, for most of the line
  float baseline = 0;      ///< in points above the bottom of the page
  bool is_broken = false;  ///< ends with a hyphen inside a word
};
using PdfPage = std::vector<PdfLine>;

/// Lines with a larger font than most text become headings; larger fonts give higher levels.
/// Unusual space between two lines ends a paragraph. Hyphenated words are joined. Errors:
/// kInvalidArgument "DOCUMENT_TOO_LARGE".
Result<std::string> pdf_markdown(const std::vector<PdfPage>& pages, const Limits& limits);

}  // namespace codeweaver::document
