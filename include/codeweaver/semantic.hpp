// SemanticClass, ImportanceScores, AgentTask: roles of code, and their importance for each task.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SEMANTIC_HPP_
#define CODEWEAVER_SEMANTIC_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Role of a piece of code, in five tiers from definitions to syntax. Indexes store the numbers, so
/// only append values.
enum class SemanticClass : std::uint8_t {
  kDefinitionCallable,
  kDefinitionType,
  kDefinitionData,
  kDefinitionTest,
  kBoundaryModule,
  kBoundaryError,
  kBoundaryResource,
  kDocumentationStructured,
  kFlowBranching,
  kFlowIteration,
  kFlowControl,
  kFlowAsync,
  kOperationInvocation,
  kOperationData,
  kOperationOperator,
  kExpressionAnonymous,
  kSyntaxKeyword,
  kSyntaxIdentifier,
  kSyntaxLiteral,
  kSyntaxAnnotation,
  kSyntaxPunctuation,
};
inline constexpr std::size_t kSemanticClassCount = 21;

/// "definition_type" and so on, as in JSON, SQL and Python.
inline constexpr std::array<std::string_view, kSemanticClassCount> kSemanticClassNames = {
    "definition_callable",  "definition_type",   "definition_data",    "definition_test",
    "boundary_module",      "boundary_error",    "boundary_resource",  "documentation_structured",
    "flow_branching",       "flow_iteration",    "flow_control",       "flow_async",
    "operation_invocation", "operation_data",    "operation_operator", "expression_anonymous",
    "syntax_keyword",       "syntax_identifier", "syntax_literal",     "syntax_annotation",
    "syntax_punctuation"};

constexpr std::string_view to_string(SemanticClass value) noexcept {
  return kSemanticClassNames[static_cast<std::size_t>(value)];
}
constexpr std::optional<SemanticClass> parse_semantic_class(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kSemanticClassCount; ++i)
    if (kSemanticClassNames[i] == name) return static_cast<SemanticClass>(i);
  return std::nullopt;
}

/// How much a semantic class matters for five activities; independent values in [0, 1].
struct ImportanceScores {
  double discovery = 0, comprehension = 0, modification = 0, debugging = 0, documentation = 0;
  friend bool operator==(const ImportanceScores&, const ImportanceScores&) = default;
};

/// The task of an agent. Each task has weights for the five scores, which add up to 1.
enum class AgentTask : std::uint8_t {
  kDebug,
  kDefault,
  kDocument,
  kImplement,
  kLocalEdit,
  kRefactor,
  kReview,
  kSearch,
  kTest,
};
inline constexpr std::size_t kAgentTaskCount = 9;
inline constexpr std::array<std::string_view, kAgentTaskCount> kAgentTaskNames = {
    "debug",    "default", "document", "implement", "local_edit",
    "refactor", "review",  "search",   "test"};

constexpr std::string_view to_string(AgentTask task) noexcept {
  return kAgentTaskNames[static_cast<std::size_t>(task)];
}
constexpr std::optional<AgentTask> parse_agent_task(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kAgentTaskCount; ++i)
    if (kAgentTaskNames[i] == name) return static_cast<AgentTask>(i);
  return std::nullopt;
}

/// Importance of each class, in enumerator order. Values decrease from definitions to punctuation.
/// Each class has its higher scores in the activities that it helps most, for example flow and
/// error boundaries in debugging.
inline constexpr std::array<ImportanceScores, kSemanticClassCount> kImportance = {{
    {0.90, 0.85, 0.85, 0.80, 0.75},  // definition_callable
    {0.95, 0.90, 0.80, 0.60, 0.85},  // definition_type
    {0.65, 0.60, 0.65, 0.50, 0.50},  // definition_data
    {0.45, 0.50, 0.50, 0.65, 0.35},  // definition_test
    {0.60, 0.55, 0.45, 0.30, 0.50},  // boundary_module
    {0.50, 0.60, 0.55, 0.90, 0.40},  // boundary_error
    {0.60, 0.60, 0.60, 0.75, 0.45},  // boundary_resource
    {0.60, 0.75, 0.30, 0.25, 0.95},  // documentation_structured
    {0.35, 0.55, 0.45, 0.75, 0.20},  // flow_branching
    {0.35, 0.50, 0.45, 0.65, 0.20},  // flow_iteration
    {0.25, 0.40, 0.35, 0.65, 0.15},  // flow_control
    {0.45, 0.55, 0.50, 0.75, 0.25},  // flow_async
    {0.40, 0.50, 0.40, 0.60, 0.20},  // operation_invocation
    {0.35, 0.45, 0.45, 0.55, 0.15},  // operation_data
    {0.20, 0.30, 0.30, 0.40, 0.10},  // operation_operator
    {0.35, 0.45, 0.40, 0.50, 0.15},  // expression_anonymous
    {0.05, 0.10, 0.05, 0.10, 0.05},  // syntax_keyword
    {0.20, 0.20, 0.15, 0.20, 0.10},  // syntax_identifier
    {0.15, 0.15, 0.15, 0.20, 0.10},  // syntax_literal
    {0.25, 0.30, 0.20, 0.15, 0.35},  // syntax_annotation
    {0.02, 0.02, 0.02, 0.02, 0.02},  // syntax_punctuation
}};

/// Weights of the five scores for each task, in enumerator order.
inline constexpr std::array<ImportanceScores, kAgentTaskCount> kTaskProfiles = {{
    {0.20, 0.30, 0.10, 0.35, 0.05},  // debug
    {0.30, 0.30, 0.15, 0.15, 0.10},  // default
    {0.15, 0.30, 0.05, 0.05, 0.45},  // document
    {0.30, 0.20, 0.35, 0.10, 0.05},  // implement
    {0.20, 0.25, 0.40, 0.10, 0.05},  // local_edit
    {0.20, 0.30, 0.35, 0.10, 0.05},  // refactor
    {0.15, 0.40, 0.20, 0.15, 0.10},  // review
    {0.55, 0.20, 0.10, 0.10, 0.05},  // search
    {0.25, 0.25, 0.15, 0.30, 0.05},  // test
}};

constexpr const ImportanceScores& importance_of(SemanticClass value) noexcept {
  return kImportance[static_cast<std::size_t>(value)];
}
constexpr const ImportanceScores& task_profile(AgentTask task) noexcept {
  return kTaskProfiles[static_cast<std::size_t>(task)];
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SEMANTIC_HPP_
