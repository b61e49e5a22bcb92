// Documents as text, for the package codeweaver.documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bindings.hpp"
#include "document/document.hpp"
#include "document/pdf_text.hpp"
#include "errors.hpp"

namespace codeweaver::python {
namespace {

std::string document_text(const py::bytes& data, const std::string& kind,
                          const std::string& pdfium) {
  const auto known = document::kind_of(kind == "notebook" ? "jupyter" : kind);
  if (!known) throw py::value_error("kind is '" + kind + "': give pdf, docx, pptx or notebook");
  const std::string_view bytes(data);
  const auto read = [&] {
    const py::gil_scoped_release released;
    return *known == document::Kind::kPdf ? document::pdf_to_markdown(bytes, pdfium)
                                          : document::to_markdown(*known, bytes);
  };
  return unwrap(read());  // with the lock: it makes the exception
}

}  // namespace

void bind_documents(py::module_& module) {
  module.def("document_text", &document_text, py::arg("data"), py::arg("kind"),
             py::arg("pdfium") = "",
             "The text of a document as it is indexed, in Markdown; a PDF is read in this process, "
             "with the library `pdfium`. See codeweaver.documents.");
}

}  // namespace codeweaver::python
