// The program itself as the reader of documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.hpp"

namespace codeweaver::cli {

/// The file of PDFium: the one that was named, or one beside this program, or in ../lib/codeweaver
/// or ../lib from there. Empty: there is none.
std::string find_pdfium(const Streams& streams);

/// What reads a PDF in a process of its own (IndexOptions::pdf_reader): this program with
/// `extract`. Empty: there is no PDFium.
std::vector<std::string> own_pdf_reader(const Streams& streams);

/// What reads the other documents so (document::set_document_reader()). Empty: the file of this
/// program is not known.
std::vector<std::string> own_document_reader(const Streams& streams);

}  // namespace codeweaver::cli
