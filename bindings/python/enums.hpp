// Enumerations of the library as Python enumerations of texts; plain texts are also accepted.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/intent.hpp"
#include "codeweaver/intent_rules.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/rename.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/symbol_match.hpp"
#include "codeweaver/types.hpp"
#include "codeweaver/why_not.hpp"
#include "errors.hpp"

namespace codeweaver::python {

/// Name and number of enumerators; `text` is the member's value.
template <class Enum>
struct EnumTraits;

template <class Enum, std::size_t Count>
struct NamedEnum {
  static constexpr std::size_t kCount = Count;
  static constexpr std::string_view text(Enum value) noexcept { return to_string(value); }
};

#define CODEWEAVER_PYTHON_ENUM(TYPE, COUNT)          \
  template <>                                        \
  struct EnumTraits<TYPE> : NamedEnum<TYPE, COUNT> { \
    static constexpr char kName[] = #TYPE;           \
  }
CODEWEAVER_PYTHON_ENUM(IntentType, kIntentTypeCount);
CODEWEAVER_PYTHON_ENUM(QueryComplexity, 3);
CODEWEAVER_PYTHON_ENUM(SemanticClass, kSemanticClassCount);
CODEWEAVER_PYTHON_ENUM(AgentTask, kAgentTaskCount);
CODEWEAVER_PYTHON_ENUM(ChunkSource, 3);
CODEWEAVER_PYTHON_ENUM(MatchType, 4);
CODEWEAVER_PYTHON_ENUM(SearchStrategy, 5);
CODEWEAVER_PYTHON_ENUM(WhyNotStage, 8);
CODEWEAVER_PYTHON_ENUM(ReferenceLink, kReferenceLinkCount);
CODEWEAVER_PYTHON_ENUM(CallRelation, kCallRelationCount);
CODEWEAVER_PYTHON_ENUM(RenameDoubt, kRenameDoubtCount);
CODEWEAVER_PYTHON_ENUM(Detail, 3);
CODEWEAVER_PYTHON_ENUM(IndexStatus, 5);
CODEWEAVER_PYTHON_ENUM(ChunkStrategy, 2);
CODEWEAVER_PYTHON_ENUM(Purpose, kPurposeCount);
#undef CODEWEAVER_PYTHON_ENUM

template <>
struct EnumTraits<FusionMethod> {
  static constexpr char kName[] = "FusionMethod";
  static constexpr std::size_t kCount = 2;
  static constexpr std::string_view text(FusionMethod value) noexcept {
    return value == FusionMethod::kRrf ? "rrf" : "weighted";
  }
};
template <>
struct EnumTraits<CueStrength> {
  static constexpr char kName[] = "CueStrength";
  static constexpr std::size_t kCount = 5;
  static constexpr std::string_view text(CueStrength value) noexcept {
    return std::array<std::string_view, 5>{"weak", "verb", "strong", "command",
                                           "opening"}[static_cast<std::size_t>(value)];
  }
};
template <>
struct EnumTraits<IndexProgress::Stage> {
  static constexpr char kName[] = "IndexStage";
  static constexpr std::size_t kCount = 4;
  static constexpr std::string_view text(IndexProgress::Stage value) noexcept {
    return std::array<std::string_view, 4>{"discover", "index", "derive",
                                           "done"}[static_cast<std::size_t>(value)];
  }
};

/// Converts between an enumerator and the member with the same name in Python.
/// Raises InvalidArgumentError with the list of members for any other text.
template <class Enum>
class EnumCaster {
  using Traits = EnumTraits<Enum>;

 public:
  PYBIND11_TYPE_CASTER(Enum, pybind11::detail::const_name(Traits::kName));

  bool load(pybind11::handle source, bool /*convert*/) {
    if (!PyUnicode_Check(source.ptr())) return false;  // members are also texts
    const auto given = pybind11::cast<std::string>(source);
    std::string known;
    for (std::size_t i = 0; i < Traits::kCount; ++i) {
      value = static_cast<Enum>(i);
      if (Traits::text(value) == given) return true;
      known += (i == 0 ? "" : ", ") + std::string(Traits::text(value));
    }
    raise({ErrorCategory::kInvalidArgument, "INVALID_OPTION",
           "'" + given + "' is not a valid " + Traits::kName, "", "Use one of: " + known + "."});
  }
  static pybind11::handle cast(Enum source, pybind11::return_value_policy, pybind11::handle) {
    const auto text = Traits::text(source);
    return pybind11::module_::import("codeweaver._core")
        .attr(Traits::kName)(pybind11::str(text.data(), text.size()))
        .release();
  }
};

}  // namespace codeweaver::python

namespace pybind11::detail {
template <>
class type_caster<codeweaver::IntentType>
    : public codeweaver::python::EnumCaster<codeweaver::IntentType> {};
template <>
class type_caster<codeweaver::QueryComplexity>
    : public codeweaver::python::EnumCaster<codeweaver::QueryComplexity> {};
template <>
class type_caster<codeweaver::SemanticClass>
    : public codeweaver::python::EnumCaster<codeweaver::SemanticClass> {};
template <>
class type_caster<codeweaver::AgentTask>
    : public codeweaver::python::EnumCaster<codeweaver::AgentTask> {};
template <>
class type_caster<codeweaver::ChunkSource>
    : public codeweaver::python::EnumCaster<codeweaver::ChunkSource> {};
template <>
class type_caster<codeweaver::MatchType>
    : public codeweaver::python::EnumCaster<codeweaver::MatchType> {};
template <>
class type_caster<codeweaver::SearchStrategy>
    : public codeweaver::python::EnumCaster<codeweaver::SearchStrategy> {};
template <>
class type_caster<codeweaver::WhyNotStage>
    : public codeweaver::python::EnumCaster<codeweaver::WhyNotStage> {};
template <>
class type_caster<codeweaver::ReferenceLink>
    : public codeweaver::python::EnumCaster<codeweaver::ReferenceLink> {};
template <>
class type_caster<codeweaver::CallRelation>
    : public codeweaver::python::EnumCaster<codeweaver::CallRelation> {};
template <>
class type_caster<codeweaver::RenameDoubt>
    : public codeweaver::python::EnumCaster<codeweaver::RenameDoubt> {};
template <>
class type_caster<codeweaver::Detail> : public codeweaver::python::EnumCaster<codeweaver::Detail> {
};
template <>
class type_caster<codeweaver::IndexStatus>
    : public codeweaver::python::EnumCaster<codeweaver::IndexStatus> {};
template <>
class type_caster<codeweaver::ChunkStrategy>
    : public codeweaver::python::EnumCaster<codeweaver::ChunkStrategy> {};
template <>
class type_caster<codeweaver::Purpose>
    : public codeweaver::python::EnumCaster<codeweaver::Purpose> {};
template <>
class type_caster<codeweaver::FusionMethod>
    : public codeweaver::python::EnumCaster<codeweaver::FusionMethod> {};
template <>
class type_caster<codeweaver::CueStrength>
    : public codeweaver::python::EnumCaster<codeweaver::CueStrength> {};
template <>
class type_caster<codeweaver::IndexProgress::Stage>
    : public codeweaver::python::EnumCaster<codeweaver::IndexProgress::Stage> {};
}  // namespace pybind11::detail
