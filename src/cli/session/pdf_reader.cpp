// Commands that read documents in a child process, and the search for PDFium.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/pdf_reader.hpp"

#include <filesystem>

namespace codeweaver::cli {

std::string find_pdfium(const Streams& streams) {
  if (!streams.pdfium.empty()) return streams.pdfium;
  const std::filesystem::path program(streams.program);
  if (program.empty()) return {};
  for (const char* place : {".", "../lib/codeweaver", "../lib"}) {
    auto file = (program.parent_path() / place / "libpdfium.so").lexically_normal();
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) return file.string();
  }
  return {};
}

std::vector<std::string> own_pdf_reader(const Streams& streams) {
  const auto library = find_pdfium(streams);
  if (library.empty() || streams.program.empty()) return {};
  return {streams.program, "extract", "--kind", "pdf", "--pdfium", library, "-"};
}

std::vector<std::string> own_document_reader(const Streams& streams) {
  if (streams.program.empty()) return {};
  return {streams.program, "extract", "-", "--kind"};
}

}  // namespace codeweaver::cli
