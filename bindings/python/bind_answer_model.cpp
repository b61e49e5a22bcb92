// AnswerModel, Passage, Answer, and answer models written in Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "arrays.hpp"
#include "codeweaver/answer_model.hpp"
#include "codeweaver/ask.hpp"
#include "codeweaver/error_codes.hpp"
#include "plugins.hpp"
#include "search_result.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

/// A passage for a model written in Python; owns its texts.
struct OwnedPassage {
  std::string path{}, symbol{}, language{}, content{}, part{};
  Span lines{};
  double relevance = 0;
};

OwnedPassage owned(const Passage& view) {
  return {std::string(view.path),
          std::string(view.symbol),
          std::string(view.language),
          std::string(view.content),
          std::string(view.part),
          view.lines,
          view.relevance};
}

Passage borrowed(const OwnedPassage& passage) {
  Passage out;
  out.path = passage.path;
  out.lines = passage.lines;
  out.symbol = passage.symbol;
  out.language = passage.language;
  out.content = passage.content;
  out.part = passage.part;
  out.relevance = passage.relevance;
  return out;
}

/// Calls answer() of a Python object.
class PythonAnswerModel final : public AnswerModel {
 public:
  explicit PythonAnswerModel(py::object self)
      : self_(std::move(self)), info_(self_.cast<const AnswerModelBase&>().info) {}

  const AnswerModelInfo& info() const noexcept override { return info_; }

  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token) const override {
    return guarded([&] { return call("answer", request).cast<ModelAnswer>(); });
  }

  /// Reads the items of the generator stream(): texts, and finally a ModelAnswer.
  Result<ModelAnswer> stream(const AnswerRequest& request, const TakeText& take,
                             std::stop_token stop) const override {
    if (!streams()) return AnswerModel::stream(request, take, std::move(stop));
    return guarded([&]() -> Result<ModelAnswer> {
      const py::object pieces = call("stream", request);
      for (const py::handle piece : pieces) {
        if (!py::isinstance<py::str>(piece)) return piece.cast<ModelAnswer>();
        const auto text = piece.cast<std::string>();
        const py::gil_scoped_release unlocked;
        if (stop.stop_requested() || !take(text))
          return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The answer was stopped",
                       "calling an answer model", ""};
      }
      return failed("The answer model ended its stream without a ModelAnswer");
    });
  }

 private:
  bool streams() const {
    const py::gil_scoped_acquire locked;
    return py::hasattr(self_, "stream");
  }

  py::object call(const char* method, const AnswerRequest& request) const {
    py::list passages;
    for (const auto& passage : request.passages) passages.append(owned(passage));
    return self_.attr(method)(to_text(request.question), passages, request.token_limit);
  }

  template <class Work>
  Result<ModelAnswer> guarded(const Work& work) const {
    const py::gil_scoped_acquire locked;
    try {
      return work();
    } catch (const py::error_already_set& exception) {
      return failed("The answer model raised " + describe_exception(exception));
    } catch (const py::cast_error&) {
      return failed("The answer model did not return a ModelAnswer");
    }
  }

  Error failed(std::string cause) const {
    return {ErrorCategory::kUnavailable, "ANSWER_MODEL_FAILED", std::move(cause),
            "calling answer model '" + info_.provider + '/' + info_.model + "'",
            "Fix the model, or use the built-in one."};
  }

  py::object self_;
  AnswerModelInfo info_;
};

AnswerModelBase make_base(std::string provider, std::string model, bool is_remote) {
  return {{std::move(provider), std::move(model), is_remote}, make_extractive_answer_model()};
}

ModelAnswer answer(const AnswerModelBase& self, const std::string& question,
                   const std::vector<OwnedPassage>& passages, std::size_t token_limit) {
  std::vector<Passage> views;
  for (const auto& passage : passages) views.push_back(borrowed(passage));
  auto said = [&] {
    const py::gil_scoped_release unlocked;
    return self.core->answer({question, views, token_limit});
  }();
  return unwrap(std::move(said));
}

std::vector<SearchResult> sources_of(const Answer& answer) {
  std::vector<SearchResult> out;
  for (const auto& match : answer.found.matches) out.push_back(search_result(match));
  return out;
}

void bind_answer_types(py::module_& module) {
  ValueClass<OwnedPassage>(module, "Passage", "A piece of code that may contain the answer.")
      .field("path", &OwnedPassage::path, "Relative to the project.")
      .field("lines", &OwnedPassage::lines, "Lines of the file.")
      .field("symbol", &OwnedPassage::symbol, "Qualified name of its definition; may be empty.")
      .field("language", &OwnedPassage::language, "Language id.")
      .field("content", &OwnedPassage::content, "Its text.")
      .field("relevance", &OwnedPassage::relevance, "To the question, in [0, 1].")
      .field("part", &OwnedPassage::part, "Part of a document: \"page 3\"; else empty.")
      .finish()
      .def(py::init([](std::string path, Span lines, std::string content, std::string symbol,
                       std::string language, double relevance, std::string part) {
             return OwnedPassage{std::move(path),    std::move(symbol), std::move(language),
                                 std::move(content), std::move(part),   lines,
                                 relevance};
           }),
           py::arg("path"), py::arg("lines"), py::arg("content"), py::arg("symbol") = "",
           py::arg("language") = "", py::arg("relevance") = 0.0, py::arg("part") = "");
  ValueClass<Citation>(module, "Citation", "The source of a statement in an answer.")
      .field("passage", &Citation::passage, "Index of the passage, from 0.")
      .field("lines", &Citation::lines, "Lines of the file, within the lines of the passage.")
      .finish()
      .def(py::init([](std::size_t passage, Span lines) {
             return Citation{passage, lines};
           }),
           py::arg("passage"), py::arg("lines"));
  ValueClass<ModelAnswer>(module, "ModelAnswer", "Answer of a model.")
      .field("text", &ModelAnswer::text, "Refers to its citations as [1], [2], ...")
      .field("citations", &ModelAnswer::citations, "The sources of [1], [2], ... in this order.")
      .finish()
      .def(py::init([](std::string text, std::vector<Citation> citations) {
             return ModelAnswer{std::move(text), std::move(citations)};
           }),
           py::arg("text"), py::arg("citations") = py::list());
  ValueClass<CitedPlace>(module, "CitedPlace", "A place that an answer cites.")
      .field("path", &CitedPlace::path, "Relative to the project.")
      .field("lines", &CitedPlace::lines, "Lines of the file.")
      .field("part", &CitedPlace::part, "Part of a document: \"page 3\"; else empty.")
      .field("unverified", &CitedPlace::unverified,
             "Text that the answer quotes from this place, but that neither a passage nor the "
             "question contains.")
      .finish();
  ValueClass<Answer>(module, "Answer", "Answer of CodeWeaver.ask().")
      .field("text", &Answer::text, "Empty: there is no answer; the last warning says why.")
      .field("citations", &Answer::citations, "The places of [1], [2], ... in the text.")
      .field("model", &Answer::model, "\"provider/model\".")
      .field("found", &Answer::found, "The search that found the passages.")
      .field("warnings", &Answer::warnings,
             "Warnings of the search, removed citations, quotes that no passage contains, and the "
             "reason if there is no answer.")
      .in_notebooks()
      .finish()
      .def_property_readonly("sources", &sources_of,
                             "The search results that the model was given, best first.");
}

}  // namespace

void bind_answer_model(py::module_& module) {
  bind_answer_types(module);
  py::class_<AnswerModelBase>(
      module, "AnswerModel",
      "Answers questions from passages. The built-in model quotes the lines with most words of the "
      "question. Override answer() in a subclass to use another model. A model that writes in "
      "pieces can also define stream(), with the same arguments: a generator of texts that yields "
      "the complete ModelAnswer last.")
      .def(py::init(&make_base), py::arg("provider") = "codeweaver",
           py::arg("model") = "extractive-1", py::arg("is_remote") = false,
           "Identifies the model in answers.")
      .def_property_readonly(
          "provider", [](const AnswerModelBase& self) { return self.info.provider; },
          "Provider of the model.")
      .def_property_readonly(
          "model", [](const AnswerModelBase& self) { return self.info.model; }, "Name and version.")
      .def("answer", &answer, py::arg("question"), py::arg("passages"),
           py::arg("token_limit") = 1000,
           "Returns a ModelAnswer that uses only the passages. passages: most relevant first. "
           "token_limit: maximum number of tokens of the text. May be called from any thread.");
}

std::shared_ptr<const AnswerModel> answer_model_from(const py::object& given,
                                                     const py::dict& config) {
  if (given.is_none()) return make_extractive_answer_model();
  const bool is_name = py::isinstance<py::str>(given);
  if (is_name && given.cast<std::string>() == "extractive") return make_extractive_answer_model();
  const auto plugin = is_name ? load_plugin("answer_model", given, config) : given;
  if (py::isinstance<AnswerModelBase>(plugin)) return make_adapter<PythonAnswerModel>(plugin);
  throw py::type_error("model: expected a name, None or a codeweaver.AnswerModel, got " +
                       describe_array(plugin));
}

}  // namespace codeweaver::python
