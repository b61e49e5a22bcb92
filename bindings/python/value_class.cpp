// Shared code of all bound value classes: repr(), dictionary and comparison over their fields.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

constexpr std::size_t kLongestRepr = 72;

/// Converts a value to types that JSON supports.
py::object plain(const py::handle& value) {
  if (py::hasattr(value, "to_dict")) return value.attr("to_dict")();
  if (py::isinstance<py::str>(value)) return py::str(value);  // including members of enumerations
  if (py::isinstance<py::dict>(value)) {
    py::dict out;
    for (const auto& [key, item] : py::reinterpret_borrow<py::dict>(value)) out[key] = plain(item);
    return out;
  }
  if (py::isinstance<py::list>(value)) {
    py::list out;
    for (const auto& item : value) out.append(plain(item));
    return out;
  }
  return py::reinterpret_borrow<py::object>(value);
}

bool is_empty(const py::object& value) {
  return value.is_none() || (py::hasattr(value, "__len__") && py::len(value) == 0);
}

}  // namespace

py::object to_python(const json::Value& value) {
  if (const auto* flag = value.if_bool()) return py::bool_(*flag);
  if (const auto* number = value.if_integer()) return py::int_(*number);
  if (const auto number = value.if_number()) return py::float_(*number);
  if (const auto* text = value.if_string()) return py::str(*text);
  if (const auto* items = value.if_array()) {
    py::list out;
    for (const auto& item : *items) out.append(to_python(item));
    return out;
  }
  if (const auto* members = value.if_object()) {
    py::dict out;
    for (const auto& [key, item] : *members) out[py::str(key)] = to_python(item);
    return out;
  }
  return py::none();
}

std::string field_repr(const py::object& self) {
  std::string text = py::str(py::type::of(self).attr("__name__"));
  text += '(';
  const char* separator = "";
  for (const auto& name : self.attr("__match_args__")) {
    const py::object value = self.attr(name);
    if (is_empty(value)) continue;
    std::string shown = py::repr(value);
    if (shown.size() > kLongestRepr) {
      const py::str cut = py::str(shown)[py::slice(0, kLongestRepr - 3, 1)];
      shown = std::string(cut) + "...";
    }
    text += separator + std::string(py::str(name)) + '=' + shown;
    separator = ", ";
  }
  return text + ')';
}

py::dict field_dict(const py::object& self) {
  py::dict out;
  for (const auto& name : self.attr("__match_args__")) {
    const py::object value = self.attr(name);
    if (!value.is_none()) out[name] = plain(value);
  }
  return out;
}

bool fields_equal(const py::object& a, const py::object& b) {
  for (const auto& name : a.attr("__match_args__"))
    if (!a.attr(name).equal(b.attr(name))) return false;
  return true;
}

py::tuple reduced(const py::object& self) {
  return py::make_tuple(py::module_::import("copyreg").attr("__newobj__"),
                        py::make_tuple(py::type::of(self)), self.attr("__getstate__")());
}

}  // namespace codeweaver::python
