// The program itself as the reader of PDFs: where PDFium lies.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/pdf_reader.hpp"

#include <filesystem>

#include "base/os/processes.hpp"

namespace codeweaver::cli {

std::string find_pdfium() {
  const std::filesystem::path program(os::own_program());
  if (program.empty()) return {};
  for (const char* place : {".", "../lib/codeweaver", "../lib"}) {
    auto file = (program.parent_path() / place / "libpdfium.so").lexically_normal();
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) return file.string();
  }
  return {};
}

std::vector<std::string> own_pdf_reader() {
  const auto library = find_pdfium();
  if (library.empty()) return {};
  return {os::own_program(), "extract", "--kind", "pdf", "--pdfium", library, "-"};
}

}  // namespace codeweaver::cli
