// SparseEncoder, SynonymEncoder, and sparse encoders written in Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "arrays.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "plugins.hpp"

namespace codeweaver::python {
namespace {

using TermWeights = std::map<std::string, float>;

std::vector<WeightedTerm> to_terms(TermWeights given) {
  std::vector<WeightedTerm> out;
  for (auto& [term, weight] : given) out.push_back({term, weight});
  return out;
}

TermWeights to_weights(const std::vector<WeightedTerm>& terms) {
  TermWeights out;
  for (const auto& [term, weight] : terms) out[term] = weight;
  return out;
}

/// Calls encode_documents() and encode_query() of a Python object.
class PythonSparseEncoder final : public SparseEncoder {
 public:
  explicit PythonSparseEncoder(py::object self)
      : self_(std::move(self)), info_(self_.cast<const SparseEncoderBase&>().info) {}

  const SparseEncoderInfo& info() const noexcept override { return info_; }

  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out) const override {
    return call([&]() -> Result<void> {
      py::list list;
      for (const auto text : texts) list.append(to_text(text));
      auto given = self_.attr("encode_documents")(list).cast<std::vector<TermWeights>>();
      if (given.size() != out.size())
        return invalid("returned " + std::to_string(given.size()) + " dictionaries for " +
                       std::to_string(out.size()) + " texts");
      for (std::size_t i = 0; i < given.size(); ++i) out[i] = to_terms(std::move(given[i]));
      return {};
    });
  }
  Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const override {
    return call([&]() -> Result<std::vector<WeightedTerm>> {
      return to_terms(self_.attr("encode_query")(to_text(text)).cast<TermWeights>());
    });
  }

 private:
  template <class Work>
  auto call(Work work) const -> decltype(work()) {
    const py::gil_scoped_acquire locked;
    try {
      return work();
    } catch (const py::error_already_set& exception) {
      return invalid("raised " + describe_exception(exception));
    } catch (const py::cast_error&) {
      return invalid("returned what is no dictionary of words and weights");
    }
  }
  static Error invalid(const std::string& what) {
    return {ErrorCategory::kUnavailable, "SPARSE_ENCODER_FAILED", "The sparse encoder " + what, "",
            "Fix the encoder, or go without."};
  }

  py::object self_;
  SparseEncoderInfo info_;
};

[[noreturn]] void raise_abstract(const py::object& self, const char* method) {
  const std::string name = py::str(py::type::of(self).attr("__name__"));
  PyErr_SetString(PyExc_NotImplementedError, (name + " does not define " + method).c_str());
  throw py::error_already_set();
}

SynonymEncoder make_synonyms(std::vector<SynonymGroup> groups, float query_weight) {
  SynonymEncoder out;
  out.core = unwrap(make_synonym_encoder(std::move(groups), query_weight));
  out.info = out.core->info();
  return out;
}

std::vector<TermWeights> encode_documents(const SynonymEncoder& self,
                                          const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<std::vector<WeightedTerm>> encoded(texts.size());
  unwrap(self.core->encode_documents(views, encoded));
  std::vector<TermWeights> out;
  for (const auto& terms : encoded) out.push_back(to_weights(terms));
  return out;
}

}  // namespace

void bind_sparse_encoder(py::module_& module) {
  py::class_<SparseEncoderBase>(
      module, "SparseEncoder",
      "Base class of encoders that add words to texts: override encode_documents() and "
      "encode_query(). A chunk is found as if its doc comment contained each word `weight` times, "
      "rounded. A word of a query counts `weight` times as much as a typed word.")
      .def(py::init([](std::string provider, std::string model) {
             return SparseEncoderBase{{std::move(provider), std::move(model)}};
           }),
           py::arg("provider"), py::arg("model"),
           "Provider and model identify the encoder in an index, as for embedders.")
      .def_property_readonly(
          "provider", [](const SparseEncoderBase& self) { return self.info.provider; },
          "Origin of the encoder.")
      .def_property_readonly(
          "model", [](const SparseEncoderBase& self) { return self.info.model; },
          "Name and version.")
      .def(
          "encode_documents",
          [](const py::object& self, const py::object&) -> std::vector<TermWeights> {
            raise_abstract(self, "encode_documents");
          },
          py::arg("texts"),
          "Words and their weights, one dictionary per text. May be called from any thread.")
      .def(
          "encode_query",
          [](const py::object& self, const py::object&) -> TermWeights {
            raise_abstract(self, "encode_query");
          },
          py::arg("text"), "The same for a query.");
  py::class_<SynonymEncoder, SparseEncoderBase>(
      module, "SynonymEncoder",
      "If a text contains a word of a group, adds the other words of the group.")
      .def(py::init(&make_synonyms), py::arg("groups"), py::arg("query_weight") = 0.5F,
           "groups: lists of words with the same meaning for users. query_weight: weight of words "
           "added to queries, in (0, 1].")
      .def("encode_documents", &encode_documents, py::arg("texts"),
           "For each text, the other words of its groups, with weight 1.")
      .def(
          "encode_query",
          [](const SynonymEncoder& self, const std::string& text) {
            return to_weights(unwrap(self.core->encode_query(text)));
          },
          py::arg("text"), "The same for a query, with query_weight.");
}

std::shared_ptr<const SparseEncoder> sparse_encoder_from(const py::object& given,
                                                         const py::dict& config) {
  if (given.is_none()) return nullptr;
  const auto plugin =
      py::isinstance<py::str>(given) ? load_plugin("sparse_encoder", given, config) : given;
  if (py::type::of(plugin).is(py::type::of<SynonymEncoder>()))
    return plugin.cast<const SynonymEncoder&>().core;
  if (py::isinstance<SparseEncoderBase>(plugin)) return make_adapter<PythonSparseEncoder>(plugin);
  throw py::type_error("sparse_encoder: expected a name, None or a codeweaver.SparseEncoder, got " +
                       describe_array(plugin));
}

}  // namespace codeweaver::python
