// ValueClass: binds a plain struct as an immutable Python class, from one list of its fields.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "json/value.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::python {

/// A JSON value as None, bool, int, float, str, list or dict.
py::object to_python(const json::Value& value);
/// "Name(a=1, b='text')" over the fields in __match_args__; long values are cut, empty ones are
/// omitted.
std::string field_repr(const py::object& self);
/// The fields by name. Nested values become dictionaries; None values are omitted.
py::dict field_dict(const py::object& self);
/// Whether two objects of one class have equal fields.
bool fields_equal(const py::object& a, const py::object& b);
/// The result of __reduce__: an empty object of the class, and the state from __getstate__().
/// Unlike Python's default, this supports every pickle protocol, and copy.
py::tuple reduced(const py::object& self);

/// Types with their own JSON form.
template <class T>
concept HasJson = requires(const T& value) {
  { json::to_json(value) } -> std::same_as<json::Value>;
};
/// Types that can be read from that form.
template <class T>
concept ReadsJson = requires(const json::Value& value) { json::from_json<T>(value); };

/// Collects the fields of T, then gives the class __repr__, __eq__, pickling and copying,
/// to_dict(), to_json() and, where the JSON can be read back, from_json().
template <class T>
class ValueClass {
 public:
  ValueClass(py::module_& module, const char* name, const char* doc) : class_(module, name, doc) {}

  template <class Type>
  ValueClass& field(const char* name, Type T::*member, const char* doc) {
    class_.def_readonly(name, member, doc);
    names_.append(name);
    return hidden(
        name, [member](const T& self) { return self.*member; },
        [member](T& self, Type value) { self.*member = std::move(value); });
  }
  /// A field that a function computes from the value; `store` writes its result back.
  template <class Getter, class Setter>
  ValueClass& field(const char* name, Getter getter, Setter store, const char* doc) {
    class_.def_property_readonly(name, getter, doc);
    names_.append(name);
    return hidden(name, std::move(getter), std::move(store));
  }
  /// Data that copies and pickles include, but that is not visible in Python.
  template <class Getter, class Setter>
  ValueClass& hidden(const char* name, Getter getter, Setter store) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Getter, const T&>>;
    parts_.push_back(
        {name,
         [getter = std::move(getter)](const T& self) { return py::object(py::cast(getter(self))); },
         [store = std::move(store)](T& self, py::handle value) {
           store(self, value.cast<Value>());
         }});
    return *this;
  }

  /// Sets repr(), if the list of all fields would hide the important ones.
  ValueClass& shown_as(py::str (*text)(const T&)) {
    text_ = text;
    return *this;
  }
  /// Notebooks show it with codeweaver.notebook.to_html().
  ValueClass& in_notebooks() {
    class_.def("_repr_html_", [](const py::object& self) {
      return py::module_::import("codeweaver.notebook").attr("to_html")(self);
    });
    return *this;
  }

  py::class_<T>& finish() {
    class_.attr("__match_args__") = py::tuple(names_);
    if (text_ != nullptr) {
      class_.def("__repr__", text_);
    } else {
      class_.def("__repr__", &field_repr);
    }
    define_pickling();
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
      class_.def("to_dict", &field_dict, "The fields by name, without absent ones.");
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
  struct Part {
    const char* name;
    std::function<py::object(const T&)> get;
    std::function<void(T&, py::handle)> set;
  };

  /// The state is a dictionary by name. Missing parts keep their defaults; unknown parts are
  /// ignored.
  void define_pickling() {
    class_.def("__reduce__", &reduced);
    class_.def(py::pickle(
        [parts = parts_](const T& self) {
          py::dict state;
          for (const auto& part : parts) state[part.name] = part.get(self);
          return state;
        },
        [parts = parts_](const py::dict& state) {
          T self{};
          for (const auto& part : parts)
            if (state.contains(part.name)) part.set(self, state[part.name]);
          return self;
        }));
  }

  void define_json() {
    class_.def(
        "to_dict", [](const T& self) { return to_python(json::to_json(self)); },
        "The same as to_json(), as a dictionary or list.");
    class_.def(
        "to_json", [](const T& self) { return json::Writer().value(json::to_json(self)).take(); },
        "JSON text: enumerations in lower case, spans as [start, end], no absent fields.");
    if constexpr (ReadsJson<T>)
      class_.def_static(
          "from_json",
          [](const std::string& text) {
            const auto value = unwrap(json::parse(text));
            return unwrap(json::from_json<T>(value));
          },
          py::arg("text"), "Reads the JSON text of to_json().");
  }

  py::class_<T> class_;
  py::list names_;
  std::vector<Part> parts_;
  py::str (*text_)(const T&) = nullptr;
};

}  // namespace codeweaver::python
