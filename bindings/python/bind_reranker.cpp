// Reranker, RerankCandidate, and rerankers written in Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <span>
#include <tuple>

#include "arrays.hpp"
#include "codeweaver/reranker.hpp"
#include "plugins.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

Candidate owned(const RerankCandidate& view) {
  return {std::string(view.path),
          std::string(view.symbol),
          std::string(view.doc),
          std::string(view.content),
          view.dense_score,
          view.sparse_score,
          view.is_test,
          view.is_generated,
          view.signals == nullptr ? std::nullopt : std::optional(*view.signals)};
}

RerankCandidate borrowed(const Candidate& candidate) {
  return {
      candidate.path,    candidate.symbol,       candidate.doc,
      candidate.content, candidate.dense_score,  candidate.sparse_score,
      candidate.is_test, candidate.is_generated, candidate.signals ? &*candidate.signals : nullptr};
}

/// Calls rerank() of a Python object.
class PythonReranker final : public Reranker {
 public:
  explicit PythonReranker(py::object self)
      : self_(std::move(self)), name_(self_.cast<const RerankerBase&>().name) {
    // Not that of the built-in one, which it may have kept: its scores are its own.
    if (name_ == self_.cast<const RerankerBase&>().core->name())
      name_ = py::type::of(self_).attr("__name__").cast<std::string>();
  }

  std::string_view name() const noexcept override { return name_; }

  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    const py::gil_scoped_acquire locked;
    const std::string context = "calling rerank of '" + name_ + '\'';
    try {
      py::list list;
      for (const auto& candidate : candidates) list.append(owned(candidate));
      const py::object given = self_.attr("rerank")(to_text(query), list);
      const auto scores = py::array_t<float, py::array::c_style | py::array::forcecast>(given);
      if (scores.ndim() != 1 || scores.shape(0) != static_cast<py::ssize_t>(candidates.size()))
        return invalid("returned " + describe_array(scores) + ", expected " +
                           std::to_string(candidates.size()) + " scores",
                       context);
      std::vector<float> out(scores.data(), scores.data() + scores.size());
      for (const float score : out)
        if (!(score >= 0 && score <= 1))
          return invalid("returned the score " + std::to_string(score), context);
      return out;
    } catch (const py::error_already_set& exception) {
      return Error{ErrorCategory::kUnavailable, "RERANKER_FAILED",
                   "The reranker raised " + describe_exception(exception), context,
                   "Fix the reranker, or use the built-in one."};
    }
  }

 private:
  static Error invalid(const std::string& what, const std::string& context) {
    return {ErrorCategory::kInvalidArgument, "INVALID_SCORES", "The reranker " + what, context,
            "Return one score in [0, 1] per candidate, in the order given."};
  }

  py::object self_;
  std::string name_;
};

py::array_t<float> rerank(const RerankerBase& self, const std::string& query,
                          const std::vector<Candidate>& candidates) {
  std::vector<RerankCandidate> views;
  for (const auto& candidate : candidates) views.push_back(borrowed(candidate));
  auto scores = [&] {
    const py::gil_scoped_release unlocked;
    return self.core->rerank(query, views);
  }();
  const auto count = static_cast<py::ssize_t>(views.size());
  return to_array(unwrap(std::move(scores)), {count});
}

RerankerBase make_reranker_base(const std::string& name) {
  auto core = unwrap(make_learned_reranker());
  return {name.empty() ? std::string(core->name()) : name, std::move(core)};
}

/// Every member of the signals but `exact`, whose type Python does not know.
template <class Signals>
auto members_of(Signals& s) {
  return std::tie(s.lexical, s.attainable, s.field_lexical, s.field_coverage, s.coverage, s.cosine,
                  s.lexical_rank, s.dense_rank, s.fused, s.file_lexical, s.file_lexical_rest,
                  s.file_coverage, s.file_symbol_coverage, s.file_doc_coverage,
                  s.file_head_coverage, s.file_cosine, s.file_cosine_mean, s.file_chunks,
                  s.rank_in_file, s.phrase_words, s.query_idf, s.semantic_class, s.is_part,
                  s.tokens);
}

template <class... Member>
std::tuple<Member...> values_of(const std::tuple<const Member&...>& members) {
  return members;
}

using SignalValues = decltype(values_of(members_of(std::declval<const RerankSignals&>())));
using SignalState = std::optional<std::pair<SignalValues, int>>;

SignalState signal_state(const Candidate& candidate) {
  if (!candidate.signals) return std::nullopt;
  return std::pair(values_of(members_of(std::as_const(*candidate.signals))),
                   static_cast<int>(candidate.signals->exact));
}

void store_signals(Candidate& candidate, const SignalState& state) {
  if (!state) return;
  auto& signals = candidate.signals.emplace();
  members_of(signals) = state->first;
  signals.exact = static_cast<rank::ExactMatch>(state->second);
}

void bind_candidate(py::module_& module) {
  ValueClass<Candidate>(module, "RerankCandidate", "Input of a reranker.")
      .field("path", &Candidate::path, "Relative to the project.")
      .field("symbol", &Candidate::symbol, "Qualified name of its definition; may be empty.")
      .field("doc", &Candidate::doc, "Its doc comment; may be empty.")
      .field("content", &Candidate::content, "Its text.")
      .field("dense_score", &Candidate::dense_score, "Calibrated, in [0, 1].")
      .field("sparse_score", &Candidate::sparse_score, "Calibrated, in [0, 1].")
      .field("is_test", &Candidate::is_test, "Contains tests.")
      .field("is_generated", &Candidate::is_generated, "Generated or minified.")
      .hidden("signals", signal_state, store_signals)
      .finish()
      .def(
          py::init([](std::string path, std::string content, std::string symbol, std::string doc,
                      float dense_score, float sparse_score, bool is_test, bool is_generated) {
            return Candidate{std::move(path), std::move(symbol), std::move(doc), std::move(content),
                             dense_score,     sparse_score,      is_test,        is_generated,
                             std::nullopt};
          }),
          py::arg("path"), py::arg("content"), py::arg("symbol") = "", py::arg("doc") = "",
          py::arg("dense_score") = 0.0F, py::arg("sparse_score") = 0.0F, py::arg("is_test") = false,
          py::arg("is_generated") = false);
}

}  // namespace

void bind_reranker(py::module_& module) {
  bind_candidate(module);
  py::class_<RerankerBase>(
      module, "Reranker",
      "The built-in reranker: trained trees over data of an index, or rules over the words if "
      "there is no such data. To use your own model, derive from this class and override rerank().")
      .def(py::init(&make_reranker_base), py::arg("name") = "",
           "name: \"provider/model\", shown in answers; empty: the name of the built-in reranker.")
      .def_readonly("name", &RerankerBase::name, "\"provider/model\", shown in answers.")
      .def("rerank", &rerank, py::arg("query"), py::arg("candidates"),
           "Returns one score in [0, 1] for each candidate, in the given order: float32 of shape "
           "(n,). An override may return any sequence of numbers; it is copied. May be called from "
           "any thread.");
}

std::shared_ptr<const Reranker> reranker_from(const py::object& given, const py::dict& config) {
  if (given.is_none()) return nullptr;
  if (py::isinstance<py::str>(given)) {
    if (given.cast<std::string>() == "codeweaver") return unwrap(make_learned_reranker());
    return reranker_from(load_plugin("reranker", given, config));
  }
  if (py::type::of(given).is(py::type::of<RerankerBase>()))
    return given.cast<const RerankerBase&>().core;
  if (py::isinstance<RerankerBase>(given)) return make_adapter<PythonReranker>(given);
  throw py::type_error("reranker: expected a name, None or a codeweaver.Reranker, got " +
                       describe_array(given));
}

}  // namespace codeweaver::python
