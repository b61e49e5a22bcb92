// StageTimes: how long each stage of a query took.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_STAGE_TIMES_HPP_
#define CODEWEAVER_STAGE_TIMES_HPP_

#include <array>
#include <string_view>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Wall-clock time of each stage of a query, in milliseconds; of a query over several namespaces or
/// projects the sum over them.
struct StageTimes {
  double question_ms = 0;   ///< reading the query, its intent, its filter
  double retrieval_ms = 0;  ///< candidates by words, by meaning and by name
  double fusion_ms = 0;     ///< one list of them, and what the index knows of its best
  double ranking_ms = 0;    ///< texts, reranker, relevance, order
  double answer_ms = 0;     ///< matches with their context
  friend bool operator==(const StageTimes&, const StageTimes&) = default;
};

/// A stage by the name that JSON and metrics give it.
struct StageName {
  std::string_view name;
  double StageTimes::*milliseconds;
};

/// In the order in which they run.
inline constexpr std::array<StageName, 5> kStages = {{{"question", &StageTimes::question_ms},
                                                      {"retrieval", &StageTimes::retrieval_ms},
                                                      {"fusion", &StageTimes::fusion_ms},
                                                      {"ranking", &StageTimes::ranking_ms},
                                                      {"answer", &StageTimes::answer_ms}}};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_STAGE_TIMES_HPP_
