// The program itself as the reader of PDFs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace codeweaver::cli {

/// The file of PDFium: beside this program, or in ../lib/codeweaver or ../lib from there. Empty:
/// there is none.
std::string find_pdfium();

/// What reads a PDF in a process of its own (IndexOptions::pdf_reader): this program with
/// `extract`. Empty: there is no PDFium.
std::vector<std::string> own_pdf_reader();

}  // namespace codeweaver::cli
