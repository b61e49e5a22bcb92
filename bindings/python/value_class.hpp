// ValueClass: binds a plain struct as an immutable Python class, from one list of its fields.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "json/value.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::python {

/// A JSON value as None, bool, int, float, str, list or dict.
py::object to_python(const json::Value& value);
/// "Name(a=1, b='text')" over the fields in __match_args__; long values are cut.
std::string field_repr(const py::object& self);
/// The fields by name; nested values become dictionaries too, and None is left out.
py::dict field_dict(const py::object& self);
/// Whether two objects of one class have equal fields.
bool fields_equal(const py::object& a, const py::object& b);

/// Has a form of its own in JSON.
template <class T>
concept HasJson = requires(const T& value) {
  { json::to_json(value) } -> std::same_as<json::Value>;
};
/// Can be read back from it.
template <class T>
concept ReadsJson = requires(const json::Value& value) { json::from_json<T>(value); };

/// Collects the fields of T, then gives the class __repr__, __eq__, to_dict(), to_json() and, where
/// the JSON can be read back, from_json().
template <class T>
class ValueClass {
 public:
  ValueClass(py::module_& module, const char* name, const char* doc) : class_(module, name, doc) {}

  template <class Type>
  ValueClass& field(const char* name, Type T::*member, const char* doc) {
    class_.def_readonly(name, member, doc);
    return note(name);
  }
  /// A field that a function of the value computes.
  template <class Getter>
  ValueClass& field(const char* name, Getter getter, const char* doc) {
    class_.def_property_readonly(name, std::move(getter), doc);
    return note(name);
  }

  py::class_<T>& finish() {
    class_.attr("__match_args__") = py::tuple(names_);
    class_.def("__repr__", &field_repr);
    if constexpr (std::equality_comparable<T>) {
      class_.def(
          "__eq__", [](const T& a, const T& b) { return a == b; }, py::is_operator());
    } else {
      class_.def(
          "__eq__",
          [](const py::object& a, const py::object& b) -> py::object {
            if (!py::isinstance<T>(b)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            return py::bool_(fields_equal(a, b));
          },
          py::is_operator());
    }
    if constexpr (HasJson<T>) {
      define_json();
    } else {
      class_.def("to_dict", &field_dict, "The fields by name; absent ones are left out.");
      class_.def(
          "to_json",
          [](const py::object& self) -> py::object {
            return py::module_::import("json").attr("dumps")(field_dict(self),
                                                             py::arg("ensure_ascii") = false);
          },
          "to_dict() as text.");
    }
    return class_;
  }

 private:
  ValueClass& note(const char* name) {
    names_.append(name);
    return *this;
  }

  void define_json() {
    class_.def(
        "to_dict", [](const T& self) { return to_python(json::to_json(self)); },
        "The same as to_json(), as a dictionary or list.");
    class_.def(
        "to_json", [](const T& self) { return json::Writer().value(json::to_json(self)).take(); },
        "JSON text: enumerations in lower case, spans as [start, end], absent fields left out.");
    if constexpr (ReadsJson<T>)
      class_.def_static(
          "from_json",
          [](const std::string& text) {
            const auto value = unwrap(json::parse(text));
            return unwrap(json::from_json<T>(value));
          },
          py::arg("text"), "Reads what to_json() wrote.");
  }

  py::class_<T> class_;
  py::list names_;
};

}  // namespace codeweaver::python
