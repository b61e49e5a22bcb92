// Arrays: converts vectors of the library to numpy arrays and back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bindings.hpp"

namespace codeweaver::python {

/// A float32 array of that shape that owns `values`; nothing is copied.
inline py::array_t<float> to_array(std::vector<float> values, std::vector<py::ssize_t> shape) {
  auto owned = std::make_unique<std::vector<float>>(std::move(values));
  float* const data = owned->data();
  const py::capsule owner(owned.get(),
                          [](void* held) { delete static_cast<std::vector<float>*>(held); });
  (void)owned.release();  // now owned by the capsule
  return py::array_t<float>(std::move(shape), data, owner);
}

/// "float64 of shape (2, 8)" or "list", for messages.
inline std::string describe_array(const py::object& value) {
  if (!py::isinstance<py::array>(value))
    return py::str(py::type::of(value).attr("__name__")).cast<std::string>();
  return py::str(value.attr("dtype")).cast<std::string>() + " of shape " +
         py::str(value.attr("shape")).cast<std::string>();
}

}  // namespace codeweaver::python
