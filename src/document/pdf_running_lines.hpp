// Running heads and feet of a PDF: what its printer repeats on each page.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "document/pdf_lines.hpp"

namespace codeweaver::document {

/// Takes out the lines at the heads and feet of pages that three pages or more have, each the next
/// or next but one of the last, at the same height: the same text but for a number at its beginning
/// or end, or numbers that count the pages. Cost: linear in the lines.
void drop_running_lines(std::vector<PdfPage>& pages);

}  // namespace codeweaver::document
