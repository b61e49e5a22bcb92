// Pdfium: the used functions of the PDFium library, looked up at run time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::document {

/// As declared in fpdfview.h, fpdf_text.h and fpdf_doc.h of PDFium. Handles are opaque there, too.
struct Pdfium {
  using Handle = void*;
  void (*FPDF_InitLibrary)() = nullptr;
  Handle (*FPDF_LoadMemDocument64)(const void* data, std::size_t size,
                                   const char* password) = nullptr;
  unsigned long (*FPDF_GetLastError)() = nullptr;  // NOLINT(google-runtime-int)
  int (*FPDF_GetPageCount)(Handle document) = nullptr;
  Handle (*FPDF_LoadPage)(Handle document, int index) = nullptr;
  void (*FPDF_ClosePage)(Handle page) = nullptr;
  void (*FPDF_CloseDocument)(Handle document) = nullptr;
  Handle (*FPDFText_LoadPage)(Handle page) = nullptr;
  void (*FPDFText_ClosePage)(Handle text) = nullptr;
  int (*FPDFText_CountChars)(Handle text) = nullptr;
  unsigned int (*FPDFText_GetUnicode)(Handle text, int index) = nullptr;
  double (*FPDFText_GetFontSize)(Handle text, int index) = nullptr;
  /// FS_RECTF of fpdfview.h: the box of the character cell, not of its ink.
  struct Rectangle {
    float left, top, right, bottom;
  };
  int (*FPDFText_GetLooseCharBox)(Handle text, int index, Rectangle* box) = nullptr;
};

/// Loads PDFium once per process; it is never unloaded. Not thread-safe. Errors: kUnsupported
/// "NO_PDF_READER": the library is missing, or lacks a function.
Result<Pdfium> load_pdfium(const std::string& library);

}  // namespace codeweaver::document
