// Shared code of the adapters for Python plug-ins.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "plugins.hpp"

namespace codeweaver::python {

std::string describe_exception(const py::error_already_set& exception) {
  const std::string name = py::str(exception.type().attr("__name__"));
  const std::string text = py::str(exception.value());
  return text.empty() ? name : name + ": " + text;
}

py::object load_plugin(const char* kind, const py::object& name, const py::dict& config) {
  return py::module_::import("codeweaver.plugins").attr(kind)(name, config);
}

py::str to_text(std::string_view bytes) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<py::ssize_t>(bytes.size()), "replace"));
}

}  // namespace codeweaver::python
