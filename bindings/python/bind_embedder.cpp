// Embedder, EmbedderInfo, StaticEmbedder, and embedders written in Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "arrays.hpp"
#include "codeweaver/embedder.hpp"
#include "plugins.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

/// Calls embed_documents() and embed_query() of a Python object.
class PythonEmbedder final : public Embedder {
 public:
  explicit PythonEmbedder(py::object self)
      : self_(std::move(self)), info_(self_.cast<const EmbedderBase&>().info) {
    // A class derived from the built-in model may give other vectors.
    info_.is_built_in = false;
  }

  const EmbedderInfo& info() const noexcept override { return info_; }

  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    if (texts.empty()) return {};
    return call(
        "embed_documents",
        [&] {
          py::list list;
          for (const auto text : texts) list.append(to_text(text));
          return py::object(std::move(list));
        },
        texts.size(), out);
  }
  Result<void> embed_query(std::string_view text, std::span<float> out) const override {
    return call(
        "embed_query", [&] { return py::object(to_text(text)); }, 1, out);
  }

 private:
  template <class Argument>
  Result<void> call(const char* method, Argument argument, std::size_t rows,
                    std::span<float> out) const {
    const py::gil_scoped_acquire locked;
    const std::string context = std::string("calling ") + method + " of embedder '" +
                                info_.provider + '/' + info_.model + '\'';
    try {
      const py::object given = self_.attr(method)(argument());
      if (auto wrong = check(given, rows, context); !wrong) return wrong;
      return copy(py::array_t<float, py::array::c_style>(given), out, context);
    } catch (const py::error_already_set& exception) {
      return Error{ErrorCategory::kUnavailable, "EMBEDDER_FAILED",
                   "The embedder raised " + describe_exception(exception), context,
                   "Fix the embedder, or use the built-in one."};
    }
  }

  /// The array of a query may have the shape (d,) or (1, d).
  Result<void> check(const py::object& given, std::size_t rows, const std::string& context) const {
    const auto columns = static_cast<py::ssize_t>(info_.dimension);
    if (py::isinstance<py::array_t<float>>(given)) {
      const auto array = py::reinterpret_borrow<py::array>(given);
      if (array.ndim() == 2 && array.shape(0) == static_cast<py::ssize_t>(rows) &&
          array.shape(1) == columns)
        return {};
      if (rows == 1 && array.ndim() == 1 && array.shape(0) == columns) return {};
    }
    return Error{ErrorCategory::kInvalidArgument, "INVALID_EMBEDDING",
                 "The embedder returned " + describe_array(given) +
                     ", expected float32 of shape (" + std::to_string(rows) + ", " +
                     std::to_string(columns) + ")",
                 context, "Return a numpy array with dtype=numpy.float32 and one row per text."};
  }

  /// Copies the rows and scales each to length 1, as the interface promises.
  Result<void> copy(const py::array_t<float, py::array::c_style>& array, std::span<float> out,
                    const std::string& context) const {
    std::copy_n(array.data(), out.size(), out.begin());
    for (std::size_t at = 0; at < out.size(); at += info_.dimension) {
      const auto row = out.subspan(at, info_.dimension);
      double norm = 0;
      for (const float x : row) norm += double{x} * double{x};
      if (!std::isfinite(norm))
        return Error{ErrorCategory::kInvalidArgument, "INVALID_EMBEDDING",
                     "Row " + std::to_string(at / info_.dimension) +
                         " of the embedder's answer "
                         "is not finite",
                     context, "Return finite numbers."};
      if (norm == 0) continue;
      const auto scale = static_cast<float>(1 / std::sqrt(norm));
      for (float& x : row) x *= scale;
    }
    return {};
  }

  py::object self_;
  EmbedderInfo info_;
};

py::object abstract_embed(const py::object& self, const py::object& /*texts*/) {
  const std::string name = py::str(py::type::of(self).attr("__name__"));
  PyErr_SetString(PyExc_NotImplementedError, (name + " does not define embed_documents").c_str());
  throw py::error_already_set();
}

StaticEmbedder open_static_embedder(const std::optional<std::filesystem::path>& model_file) {
  StaticEmbedder embedder;
  embedder.core = unwrap(make_static_embedder(model_file.value_or(std::filesystem::path())));
  embedder.info = embedder.core->info();
  return embedder;
}

/// Embeds texts of Python objects. The texts are borrowed while the GIL is released.
py::array_t<float> embed_documents(const StaticEmbedder& self, const py::sequence& texts) {
  if (PyUnicode_Check(texts.ptr())) throw py::type_error("texts: expected a list of str, got str");
  std::vector<py::object> held;
  std::vector<std::string_view> views;
  for (const auto& item : texts) {
    held.push_back(py::reinterpret_borrow<py::object>(item));
    if (!PyUnicode_Check(item.ptr()))
      throw py::type_error("texts: expected str, got " + describe_array(held.back()));
    views.push_back(item.cast<std::string_view>());
  }
  std::vector<float> values(views.size() * self.info.dimension);
  auto done = [&] {
    const py::gil_scoped_release unlocked;
    return self.core->embed_documents(views, values);
  }();
  unwrap(std::move(done));
  return to_array(std::move(values), {static_cast<py::ssize_t>(views.size()),
                                      static_cast<py::ssize_t>(self.info.dimension)});
}

py::array_t<float> embed_query(const StaticEmbedder& self, const std::string& text) {
  std::vector<float> values(self.info.dimension);
  auto done = [&] {
    const py::gil_scoped_release unlocked;
    return self.core->embed_query(text, values);
  }();
  unwrap(std::move(done));
  return to_array(std::move(values), {static_cast<py::ssize_t>(self.info.dimension)});
}

EmbedderBase make_embedder_base(std::string provider, std::string model, std::size_t dimension,
                                bool is_remote, bool is_costly) {
  if (provider.empty() || model.empty() || dimension == 0 || dimension > 65'536)
    raise({ErrorCategory::kInvalidArgument, "INVALID_EMBEDDER",
           "Embedder '" + provider + '/' + model + "' of dimension " + std::to_string(dimension),
           "making an embedder", "Give a provider, a model and a dimension from 1 to 65536."});
  return {{std::move(provider), std::move(model), dimension, is_remote, is_costly}};
}

void bind_base(py::module_& module) {
  py::class_<EmbedderBase>(module, "Embedder",
                           "Base class of embedding models. Override embed_documents(), and "
                           "embed_query() if queries are embedded differently.")
      .def(py::init(&make_embedder_base), py::arg("provider"), py::arg("model"),
           py::arg("dimension"), py::arg("is_remote") = false, py::arg("is_costly") = false,
           "Provider, model and dimension identify the model in an index. is_remote: each call "
           "costs a network request. is_costly: each text takes milliseconds. In both cases "
           "vectors are cached by content.")
      .def_readonly("info", &EmbedderBase::info, "Identifies the model in an index.")
      .def_property_readonly(
          "dimension", [](const EmbedderBase& self) { return self.info.dimension; },
          "Number of columns of an embedding.")
      .def("embed_documents", &abstract_embed, py::arg("texts"),
           "Returns a C-contiguous float32 array of shape (len(texts), dimension). The caller "
           "scales rows to length 1. May be called from any thread.")
      .def(
          "embed_query",
          [](const py::object& self, const py::str& text) -> py::object {
            py::list texts;
            texts.append(text);
            return self.attr("embed_documents")(texts)[py::int_(0)];
          },
          py::arg("text"), "Returns a float32 array of shape (dimension,).");
}

}  // namespace

void bind_embedder(py::module_& module) {
  ValueClass<EmbedderInfo>(module, "EmbedderInfo", "Identifies a model in an index.")
      .field("provider", &EmbedderInfo::provider, "Provider of the model.")
      .field("model", &EmbedderInfo::model, "Name and version.")
      .field("dimension", &EmbedderInfo::dimension, "Number of columns of an embedding.")
      .field("is_remote", &EmbedderInfo::is_remote, "Each call costs a network request.")
      .field("is_costly", &EmbedderInfo::is_costly,
             "A text takes milliseconds. As with remote models, vectors are cached by content.")
      .field("is_built_in", &EmbedderInfo::is_built_in, "The built-in model, or one of its kind.")
      .finish();
  bind_base(module);
  py::class_<StaticEmbedder, EmbedderBase>(
      module, "StaticEmbedder",
      "The built-in model (without a file), or another model of the same kind.")
      .def(py::init(&open_static_embedder), py::arg("model_file") = py::none(),
           "model_file: a model written by training/; None: the model in this package.")
      .def("embed_documents", &embed_documents, py::arg("texts"),
           "Returns a float32 array of shape (len(texts), dimension) with rows of length 1.")
      .def("embed_query", &embed_query, py::arg("text"),
           "Returns a float32 array of shape (dimension,) with length 1.");
}

std::shared_ptr<const Embedder> embedder_from(const py::object& given, const py::dict& config) {
  if (given.is_none()) return nullptr;
  if (py::isinstance<py::str>(given)) {
    if (given.cast<std::string>() == "codeweaver") return unwrap(make_static_embedder());
    return embedder_from(load_plugin("embedder", given, config));
  }
  if (py::type::of(given).is(py::type::of<StaticEmbedder>()))
    return given.cast<const StaticEmbedder&>().core;
  if (py::isinstance<EmbedderBase>(given)) return make_adapter<PythonEmbedder>(given);
  throw py::type_error("embedder: expected a name, None or a codeweaver.Embedder, got " +
                       describe_array(given));
}

}  // namespace codeweaver::python
