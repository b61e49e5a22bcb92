// Lines of a PDF, and the Markdown that they make.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/document.hpp"

namespace codeweaver::document {

/// One line of a page as it is printed.
struct PdfLine {
  std::string text;        ///< UTF-8
  float font_size = 0;     ///< in points, of most of it
  float baseline = 0;      ///< in points above the foot of the page
  bool is_broken = false;  ///< ends in a hyphen that parts a word
};
using PdfPage = std::vector<PdfLine>;

/// Lines in larger type than that of most of the text become headings, the more so the larger;
/// where more than the usual space lies between two lines, a paragraph ends; parted words are
/// joined. Errors: kInvalidArgument "DOCUMENT_TOO_LARGE".
Result<std::string> pdf_markdown(const std::vector<PdfPage>& pages, const Limits& limits);

}  // namespace codeweaver::document
