// QueryIntent: the intent of a query, with a confidence and a reason.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INTENT_HPP_
#define CODEWEAVER_INTENT_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// The purpose of a query. Interfaces take its name as a string; an unknown name means no intent.
/// Later versions may append values.
enum class IntentType : std::uint8_t {
  kUnderstand,
  kImplement,
  kDebug,
  kOptimize,
  kTest,
  kConfigure,
  kDocument,
};
inline constexpr std::size_t kIntentTypeCount = 7;
inline constexpr std::array<std::string_view, kIntentTypeCount> kIntentTypeNames = {
    "understand", "implement", "debug", "optimize", "test", "configure", "document"};

constexpr std::string_view to_string(IntentType type) noexcept {
  return kIntentTypeNames[static_cast<std::size_t>(type)];
}
/// Parses the form of to_string(); nullopt for other text.
constexpr std::optional<IntentType> parse_intent_type(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kIntentTypeCount; ++i)
    if (kIntentTypeNames[i] == name) return static_cast<IntentType>(i);
  return std::nullopt;
}

/// Complexity of a query, from its length and structure.
enum class QueryComplexity : std::uint8_t { kSimple, kModerate, kComplex };
inline constexpr std::array<std::string_view, 3> kQueryComplexityNames = {"simple", "moderate",
                                                                          "complex"};
constexpr std::string_view to_string(QueryComplexity level) noexcept {
  return kQueryComplexityNames[static_cast<std::size_t>(level)];
}
constexpr std::optional<QueryComplexity> parse_query_complexity(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kQueryComplexityNames.size(); ++i)
    if (kQueryComplexityNames[i] == name) return static_cast<QueryComplexity>(i);
  return std::nullopt;
}

/// The intent of one query.
struct QueryIntent {
  IntentType intent_type = IntentType::kUnderstand;
  double confidence = 1;                 ///< [0, 1]
  std::string reasoning;                 ///< the words that decided; never empty
  std::vector<std::string> focus_areas;  ///< subjects of the query, in query order
  QueryComplexity complexity_level = QueryComplexity::kSimple;

  /// Errors: kInvalidArgument if the confidence is outside [0, 1] or the reasoning is empty.
  static Result<QueryIntent> make(IntentType type, double confidence, std::string reasoning,
                                  std::vector<std::string> focus_areas = {},
                                  QueryComplexity complexity = QueryComplexity::kSimple) {
    QueryIntent intent{type, confidence, std::move(reasoning), std::move(focus_areas), complexity};
    if (auto valid = intent.validate(); !valid) return valid.error();
    return intent;
  }
  /// Errors: as make().
  Result<void> validate() const {
    if (!(confidence >= 0 && confidence <= 1))
      return Error{ErrorCategory::kInvalidArgument, "INVALID_CONFIDENCE",
                   "Confidence is outside [0, 1]: " + std::to_string(confidence),
                   "validating a QueryIntent", "Give a confidence between 0 and 1."};
    if (reasoning.empty())
      return Error{ErrorCategory::kInvalidArgument, "EMPTY_REASONING", "Reasoning is empty",
                   "validating a QueryIntent", "Say why this intent was chosen."};
    return {};
  }
  friend bool operator==(const QueryIntent&, const QueryIntent&) = default;
};

/// Returns the task whose profile gives the importance of code for an intent; kDefault for no
/// intent.
constexpr AgentTask task_of(std::optional<IntentType> intent) noexcept {
  if (!intent) return AgentTask::kDefault;
  switch (*intent) {
    case IntentType::kUnderstand:
      return AgentTask::kSearch;
    case IntentType::kImplement:
      return AgentTask::kImplement;
    case IntentType::kDebug:
      return AgentTask::kDebug;
    case IntentType::kOptimize:
      return AgentTask::kReview;
    case IntentType::kTest:
      return AgentTask::kTest;
    case IntentType::kConfigure:
      return AgentTask::kLocalEdit;
    case IntentType::kDocument:
      return AgentTask::kDocument;
  }
  return AgentTask::kDefault;
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INTENT_HPP_
