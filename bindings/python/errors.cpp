// Converts errors of the library to Python exceptions with codeweaver.errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "errors.hpp"

namespace codeweaver::python {
namespace py = pybind11;

py::object to_exception(const Error& error) {
  const auto text = [](std::string_view bytes) {  // a cause may contain bytes of a file
    return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        bytes.data(), static_cast<py::ssize_t>(bytes.size()), "backslashreplace"));
  };
  return py::module_::import("codeweaver.errors")
      .attr("from_fields")(text(to_string(error.category)), text(error.code), text(error.cause),
                           text(error.context), text(error.action),
                           text(to_string(error.remedy.kind)));
}

void raise(const Error& error) {
  const py::object exception = to_exception(error);
  PyErr_SetObject(py::type::handle_of(exception).ptr(), exception.ptr());
  throw py::error_already_set();
}

}  // namespace codeweaver::python
