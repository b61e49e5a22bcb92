// QueryIntent and IntentClassifier.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/intent_classifier.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

void bind_query_intent(py::module_& module) {
  ValueClass<QueryIntent>(module, "QueryIntent", "The intent of a query.")
      .field("intent_type", &QueryIntent::intent_type, "Purpose of the query.")
      .field("confidence", &QueryIntent::confidence, "In [0, 1].")
      .field("reasoning", &QueryIntent::reasoning, "The words that decided; never empty.")
      .field("focus_areas", &QueryIntent::focus_areas, "Subjects of the query, in query order.")
      .field("complexity_level", &QueryIntent::complexity_level, "Complexity of the query.")
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
                               "Finds the intent of a query from cue words and phrases.")
      .def(py::init<>(), "Uses the built-in cues.")
      .def("classify", &IntentClassifier::classify, py::arg("query"),
           "Returns the intent of a query, or None if it has no cue. Takes microseconds.")
      .def("describe", &IntentClassifier::describe, py::arg("query"), py::arg("intent"),
           "Returns the given intent for a query, with confidence 1 and the focus areas of the "
           "query.")
      .def(
          "add_rule",
          [](IntentClassifier& self, std::string phrase, IntentType intent, CueStrength strength) {
            self.add_rule({std::move(phrase), intent, strength});
          },
          py::arg("phrase"), py::arg("intent"), py::arg("strength") = "strong",
          "Adds a cue, compared by word stems. Replaces an earlier cue with the same phrase.")
      .def_property_readonly("rule_count", &IntentClassifier::rule_count, "Number of cues.");
}

}  // namespace codeweaver::python
