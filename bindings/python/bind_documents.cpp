// Documents as text, for the package codeweaver.documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <optional>

#include "bindings.hpp"
#include "document/document.hpp"
#include "document/pdf_text.hpp"
#include "errors.hpp"
#include "plugins.hpp"
#include "syntax/language.hpp"
#include "syntax/language_id.hpp"

namespace codeweaver::python {
namespace {

/// Accepts the id of a document type and its other names.
std::optional<document::Kind> named_kind(std::optional<syntax::LanguageIndex> language) {
  return language ? document::kind_of(syntax::languages()[*language].id) : std::nullopt;
}

/// None: not a document.
py::object document_kind(const std::string& file_name) {
  const auto language = syntax::language_of_name(file_name);
  if (!named_kind(language)) return py::none();
  return to_text(syntax::languages()[*language].id);
}

std::string document_text(const py::bytes& data, const std::string& kind,
                          const std::string& pdfium) {
  const auto known = named_kind(syntax::find_language(kind));
  if (!known) throw py::value_error("kind is '" + kind + "': use pdf, docx, pptx or notebook");
  const std::string_view bytes(data);
  const auto read = [&] {
    const py::gil_scoped_release released;
    return *known == document::Kind::kPdf
               ? document::pdf_to_markdown(bytes, pdfium)
               : document::to_markdown(*known, bytes, {}, &syntax::language_id);
  };
  return unwrap(read());  // needs the GIL to create the exception
}

}  // namespace

void bind_documents(py::module_& module) {
  module.def("document_kind", &document_kind, py::arg("file_name"),
             "The kind of a document by its file name: \"pdf\", \"docx\", \"pptx\" or \"jupyter\"; "
             "None: not a document.");
  module.def("document_text", &document_text, py::arg("data"), py::arg("kind"),
             py::arg("pdfium") = "",
             "The text of a document in Markdown, as in the index. PDFs are read in this process, "
             "with the library `pdfium`. See codeweaver.documents.");
}

}  // namespace codeweaver::python
