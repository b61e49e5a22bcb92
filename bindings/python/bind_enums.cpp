// The enumerations: IntentType, SemanticClass, AgentTask, ChunkSource and so on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cctype>

#include "bindings.hpp"

namespace codeweaver::python {
namespace {

/// enum.Enum of texts whose str() is the text, as enum.StrEnum of Python 3.11 has it.
template <class Enum>
void bind_enum(py::module_& module, const char* doc) {
  using Traits = EnumTraits<Enum>;
  py::list members;
  for (std::size_t i = 0; i < Traits::kCount; ++i) {
    const std::string text(Traits::text(static_cast<Enum>(i)));
    std::string name = text;
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    members.append(py::make_tuple(name, text));
  }
  const py::object text_type = py::module_::import("builtins").attr("str");
  py::object type = py::module_::import("enum").attr("Enum")(
      Traits::kName, members, py::arg("module") = "codeweaver._core", py::arg("type") = text_type);
  type.attr("__str__") = text_type.attr("__str__");
  type.attr("__doc__") = doc;
  module.attr(Traits::kName) = type;
}

}  // namespace

void bind_enums(py::module_& module) {
  bind_enum<IntentType>(module, "The purpose of a query.");
  bind_enum<QueryComplexity>(module, "Complexity of a query.");
  bind_enum<SemanticClass>(module, "Role of a piece of code, from definitions to syntax.");
  bind_enum<AgentTask>(module, "The task of an agent; it weights the roles of code.");
  bind_enum<ChunkSource>(module, "Origin of a chunk: lines, a whole file or syntax nodes.");
  bind_enum<MatchType>(module, "The kind of search that found a match.");
  bind_enum<WhyNotStage>(module, "The stage of the search that removed a file.");
  bind_enum<ReferenceLink>(module, "How a use of a name was linked to a definition.");
  bind_enum<CallRelation>(module, "What is asked about a definition.");
  bind_enum<RenameDoubt>(module, "Why a place with the name is not in the diff.");
  bind_enum<SearchStrategy>(module, "A stage of a search that ran.");
  bind_enum<Detail>(module, "How much of each chunk an answer contains.");
  bind_enum<IndexStatus>(module, "How an indexing run ended.");
  bind_enum<IndexProgress::Stage>(module, "Stage of an indexing run.");
  bind_enum<ChunkStrategy>(module, "How the files of a folder are cut into chunks.");
  bind_enum<Purpose>(module, "The use of the records in a namespace.");
  bind_enum<FusionMethod>(module, "How to merge the two candidate lists.");
  bind_enum<CueStrength>(module, "Strength of a single cue of the intent classifier.");
}

}  // namespace codeweaver::python
