// QueryIntent and IntentClassifier.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/intent_classifier.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

void bind_query_intent(py::module_& module) {
  ValueClass<QueryIntent>(module, "QueryIntent", "What the author of a query wants to do.")
      .field("intent_type", &QueryIntent::intent_type, "What the query is for.")
      .field("confidence", &QueryIntent::confidence, "In [0, 1].")
      .field("reasoning", &QueryIntent::reasoning, "Which words decided; never empty.")
      .field("focus_areas", &QueryIntent::focus_areas, "What the query is about, in its order.")
      .field("complexity_level", &QueryIntent::complexity_level, "How much it asks for.")
      .finish()
      .def(py::init([](IntentType type, double confidence, std::string reasoning,
                       std::vector<std::string> focus_areas, QueryComplexity complexity) {
             return unwrap(QueryIntent::make(type, confidence, std::move(reasoning),
                                             std::move(focus_areas), complexity));
           }),
           py::arg("intent_type"), py::arg("confidence"), py::arg("reasoning"),
           py::arg("focus_areas") = py::list(), py::arg("complexity_level") = "simple");
}

}  // namespace

void bind_intent_classifier(py::module_& module) {
  bind_query_intent(module);
  py::class_<IntentClassifier>(module, "IntentClassifier",
                               "Reads the intent of a query from cue words and phrases.")
      .def(py::init<>(), "With the built-in cues.")
      .def("classify", &IntentClassifier::classify, py::arg("query"),
           "The intent of a query; None when it holds no cue. Takes microseconds.")
      .def("describe", &IntentClassifier::describe, py::arg("query"), py::arg("intent"),
           "The intent of a query whose author named it: certain, with its focus areas.")
      .def(
          "add_rule",
          [](IntentClassifier& self, std::string phrase, IntentType intent, CueStrength strength) {
            self.add_rule({std::move(phrase), intent, strength});
          },
          py::arg("phrase"), py::arg("intent"), py::arg("strength") = "strong",
          "Adds a cue, compared by word stems; the same phrase again replaces the earlier one.")
      .def_property_readonly("rule_count", &IntentClassifier::rule_count, "Number of cues.");
}

}  // namespace codeweaver::python
