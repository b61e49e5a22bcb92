// Importance: value of a chunk's semantic class for the intent or task of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_IMPORTANCE_HPP_
#define CODEWEAVER_RANK_IMPORTANCE_HPP_

#include <optional>

#include "codeweaver/intent.hpp"
#include "codeweaver/semantic.hpp"

namespace codeweaver::inline v0_1::rank {

/// Sum of the scores, weighted by the profile of a task; in [0, 1], because profiles sum to 1.
constexpr double profile_importance(const ImportanceScores& scores, AgentTask task) noexcept {
  const ImportanceScores& weight = task_profile(task);
  return weight.discovery * scores.discovery + weight.comprehension * scores.comprehension +
         weight.modification * scores.modification + weight.debugging * scores.debugging +
         weight.documentation * scores.documentation;
}

/// Returns the importance of a class before its boost, in [0, 1]. If `task` is set, uses its
/// profile. Otherwise the intent decides: understand uses comprehension; debug uses debugging;
/// implement uses the mean of discovery and modification; all others (and no intent) use the
/// profile of task_of(intent).
constexpr double importance(SemanticClass semantic_class, std::optional<IntentType> intent,
                            std::optional<AgentTask> task = std::nullopt) noexcept {
  const ImportanceScores& scores = importance_of(semantic_class);
  if (task) return profile_importance(scores, *task);
  if (intent == IntentType::kUnderstand) return scores.comprehension;
  if (intent == IntentType::kDebug) return scores.debugging;
  if (intent == IntentType::kImplement) return (scores.discovery + scores.modification) / 2;
  return profile_importance(scores, task_of(intent));
}

constexpr bool is_definition(SemanticClass value) noexcept {
  return value <= SemanticClass::kDefinitionTest;
}
constexpr bool is_boundary(SemanticClass value) noexcept {
  return value == SemanticClass::kBoundaryModule || value == SemanticClass::kBoundaryError ||
         value == SemanticClass::kBoundaryResource;
}
constexpr bool is_flow_or_operation(SemanticClass value) noexcept {
  return value >= SemanticClass::kFlowBranching && value <= SemanticClass::kOperationOperator;
}

/// Returns the factor on the odds of an importance. It is 1, except for these combinations of
/// intent and class: understand and definitions, 1.5; implement and definitions or boundaries, 1.3;
/// debug and flow or operations, 1.4; test and tests, 2.
constexpr double boost(SemanticClass semantic_class, std::optional<IntentType> intent) noexcept {
  if (!intent) return 1.0;
  switch (*intent) {
    case IntentType::kUnderstand:
      return is_definition(semantic_class) ? 1.5 : 1.0;
    case IntentType::kImplement:
      return is_definition(semantic_class) || is_boundary(semantic_class) ? 1.3 : 1.0;
    case IntentType::kDebug:
      return is_flow_or_operation(semantic_class) ? 1.4 : 1.0;
    case IntentType::kTest:
      return semantic_class == SemanticClass::kDefinitionTest ? 2.0 : 1.0;
    default:
      return 1.0;
  }
}

/// Multiplies the odds of `s` by `b`: returns b*s / (1 - s + b*s), which is in [0, 1]. `s` is in
/// [0, 1], `b` > 0.
constexpr double boosted(double s, double b) noexcept {
  return b * s / (1 - s + b * s);
}

/// Factor on the odds of every component, for chunks of the kind that a query asks for
/// (text::asked_kind). Values of 3 and more order questions for tests and documents about equally
/// well (docs/internals/quality.md). Much larger values would rank unrelated tests and documents
/// above relevant code.
inline constexpr double kAskedKindBoost = 4;

/// The same for files that usually hold the kind of declaration that a query asks for
/// (text::asked_declaration), and for texts with a line as those that declare it. Both together
/// count as the kind that was asked for.
inline constexpr double kDeclarationBoost = 2;

/// The same for records of changes (text::records_change) that the query does not ask for.
inline constexpr double kChangeRecordFactor = 0.25;

/// Factor on the odds of the components of a definition that decides something, if the question
/// asks what decides.
inline constexpr double kDecisionBoost = 1.6;

/// The semantic component of relevance, in [0, 1].
constexpr double semantic_score(SemanticClass semantic_class, std::optional<IntentType> intent,
                                std::optional<AgentTask> task = std::nullopt) noexcept {
  return boosted(importance(semantic_class, intent, task), boost(semantic_class, intent));
}

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_IMPORTANCE_HPP_
