// Documents: the supported kinds and their readers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/document.hpp"

#include "base/utf8.hpp"
#include "document/docx.hpp"
#include "document/errors.hpp"
#include "document/notebook.hpp"
#include "document/pptx.hpp"

namespace codeweaver::document {
namespace {

Result<std::string> read(Kind kind, std::string_view bytes, const Limits& limits,
                         FindLanguage find_language) {
  switch (kind) {
    case Kind::kDocx:
      return docx_to_markdown(bytes, limits);
    case Kind::kPptx:
      return pptx_to_markdown(bytes, limits);
    case Kind::kNotebook:
      return notebook_to_markdown(bytes, limits, find_language);
    case Kind::kPdf:
      break;
  }
  return no_pdf_reader("no reader is set");
}

}  // namespace

std::optional<Kind> kind_of(std::string_view language) noexcept {
  if (language == "pdf") return Kind::kPdf;
  if (language == "docx") return Kind::kDocx;
  if (language == "pptx") return Kind::kPptx;
  if (language == "jupyter") return Kind::kNotebook;
  return std::nullopt;
}

Result<std::string> to_markdown(Kind kind, std::string_view bytes, const Limits& limits,
                                FindLanguage find_language) {
  auto text = read(kind, bytes, limits, find_language);
  if (text && !base::is_utf8(*text)) return corrupt("its text is not UTF-8");
  return text;
}

}  // namespace codeweaver::document
