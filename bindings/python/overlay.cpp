// Creates overlays from Python objects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "overlay.hpp"

#include <string>

#include "errors.hpp"

namespace codeweaver::python {

Overlay overlay_from(const py::object& texts) {
  Overlay out;
  if (texts.is_none()) return out;
  if (!py::hasattr(texts, "items"))
    throw py::type_error("overlay: expected a dictionary of paths to texts");
  const auto name_of = py::module_::import("os").attr("fspath");
  for (const auto item : texts.attr("items")()) {
    const auto pair = py::reinterpret_borrow<py::tuple>(item);
    const auto path = name_of(pair[0]).cast<std::string>();
    const py::object text = pair[1];
    if (text.is_none())
      unwrap(out.remove(path));
    else if (py::isinstance<py::str>(text) || py::isinstance<py::bytes>(text))
      unwrap(out.put(path, text.cast<std::string>()));
    else
      throw py::type_error("overlay: the text of " + path + " must be str, bytes or None");
  }
  return out;
}

}  // namespace codeweaver::python
