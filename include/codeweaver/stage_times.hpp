// StageTimes: the duration of each stage of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_STAGE_TIMES_HPP_
#define CODEWEAVER_STAGE_TIMES_HPP_

#include <array>
#include <string_view>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Wall-clock time of each stage of a query, in milliseconds. For a query over several namespaces
/// or projects, the sum of their times.
struct StageTimes {
  double question_ms = 0;   ///< reading the query, its intent and its filter
  double retrieval_ms = 0;  ///< finding candidates by words, meaning and name
  double fusion_ms = 0;     ///< merging the candidates, reading index data of the best
  double ranking_ms = 0;    ///< reading texts, reranking, scoring, sorting
  double answer_ms = 0;     ///< building matches with their context
  friend bool operator==(const StageTimes&, const StageTimes&) = default;
};

/// A stage with its name in JSON and metrics.
struct StageName {
  std::string_view name;
  double StageTimes::*milliseconds;
};

/// In execution order.
inline constexpr std::array<StageName, 5> kStages = {{{"question", &StageTimes::question_ms},
                                                      {"retrieval", &StageTimes::retrieval_ms},
                                                      {"fusion", &StageTimes::fusion_ms},
                                                      {"ranking", &StageTimes::ranking_ms},
                                                      {"answer", &StageTimes::answer_ms}}};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_STAGE_TIMES_HPP_
