// Commands that read documents in a child process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/render/terminal.hpp"

namespace codeweaver::cli {

/// Returns the path of PDFium: Streams::pdfium if it is set, else a file in the program's folder,
/// in
/// ../lib/codeweaver or in ../lib. Empty: not found.
std::string find_pdfium(const Streams& streams);

/// Returns the command for IndexOptions::pdf_reader: this program with `extract`. Empty: there is
/// no PDFium.
std::vector<std::string> own_pdf_reader(const Streams& streams);

/// Returns the command for document::set_document_reader(), for all other documents. Empty: the
/// path of this program is unknown.
std::vector<std::string> own_document_reader(const Streams& streams);

}  // namespace codeweaver::cli
