// Running heads and feet of a PDF: lines repeated on each page.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "document/pdf_lines.hpp"

namespace codeweaver::document {

/// Removes running lines: lines at the top or bottom of pages, at the same height, on three or more
/// pages, each at most two pages after the previous one. They have the same text except for a
/// number at the beginning or end, or are page numbers. Cost: linear in the lines.
void drop_running_lines(std::vector<PdfPage>& pages);

}  // namespace codeweaver::document
