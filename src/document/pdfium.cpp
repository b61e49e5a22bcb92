// Pdfium: looks up its functions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/pdfium.hpp"

#include "base/os/shared_library.hpp"
#include "document/errors.hpp"

namespace codeweaver::document {

Result<Pdfium> load_pdfium(const std::string& path) {
  std::string why;
  const auto library = os::SharedLibrary::load(path, why);
  if (!library.is_loaded()) return no_pdf_reader(why);
  Pdfium out;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(library.symbol(name));
    if (function == nullptr) why = path + " has no " + name;
  };
  find(out.FPDF_InitLibrary, "FPDF_InitLibrary");
  find(out.FPDF_LoadMemDocument64, "FPDF_LoadMemDocument64");
  find(out.FPDF_GetLastError, "FPDF_GetLastError");
  find(out.FPDF_GetPageCount, "FPDF_GetPageCount");
  find(out.FPDF_LoadPage, "FPDF_LoadPage");
  find(out.FPDF_ClosePage, "FPDF_ClosePage");
  find(out.FPDF_CloseDocument, "FPDF_CloseDocument");
  find(out.FPDFText_LoadPage, "FPDFText_LoadPage");
  find(out.FPDFText_ClosePage, "FPDFText_ClosePage");
  find(out.FPDFText_CountChars, "FPDFText_CountChars");
  find(out.FPDFText_GetUnicode, "FPDFText_GetUnicode");
  find(out.FPDFText_GetFontSize, "FPDFText_GetFontSize");
  find(out.FPDFText_GetLooseCharBox, "FPDFText_GetLooseCharBox");
  if (!why.empty()) return no_pdf_reader(why);
  out.FPDF_InitLibrary();
  return out;
}

}  // namespace codeweaver::document
