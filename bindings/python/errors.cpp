// Errors of the library as Python exceptions: one call of codeweaver.errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "errors.hpp"

#include <pybind11/pybind11.h>

namespace codeweaver::python {

void raise(const Error& error) {
  namespace py = pybind11;
  const auto text = [](std::string_view bytes) {  // a cause may quote bytes of a file
    return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        bytes.data(), static_cast<py::ssize_t>(bytes.size()), "backslashreplace"));
  };
  const py::object exception =
      py::module_::import("codeweaver.errors")
          .attr("from_fields")(text(to_string(error.category)), text(error.code), text(error.cause),
                               text(error.context), text(error.action));
  PyErr_SetObject(py::type::handle_of(exception).ptr(), exception.ptr());
  throw py::error_already_set();
}

}  // namespace codeweaver::python
