// WhyNot: the stage of a search that left out a file, and its reason.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_WHY_NOT_HPP_
#define CODEWEAVER_WHY_NOT_HPP_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// The stage of the search that removed a file.
enum class WhyNotStage : std::uint8_t {
  kNotIndexed,
  kFiltered,
  kNotRetrieved,
  kRerankDepth,
  kMinSimilarity,
  kTopK,
  kTokenLimit,
  kAnswered  ///< not removed: the file is in the answer
};
constexpr std::string_view to_string(WhyNotStage stage) noexcept {
  constexpr std::string_view kNames[] = {"not_indexed",  "filtered",       "not_retrieved",
                                         "rerank_depth", "min_similarity", "top_k",
                                         "token_limit",  "answered"};
  return kNames[static_cast<std::size_t>(stage)];
}

/// A feature: its values for the best chunk of the file and for the last match shown.
struct FeatureDifference {
  std::string name{};
  double value = 0, shown = 0;
  friend bool operator==(const FeatureDifference&, const FeatureDifference&) = default;
};

/// Why a file is not in an answer. Fields are unset if the search did not get that far.
struct WhyNot {
  std::string path{};
  WhyNotStage stage = WhyNotStage::kNotIndexed;
  std::string reason{};                  ///< one or two sentences for users
  std::string filter{}, filter_value{};  ///< kFiltered: the field of SearchFilter and its value
  /// Rank of the file's best chunk in sparse and dense retrieval; kNotRetrieved: in the best 1,000.
  std::optional<std::size_t> lexical_rank{}, dense_rank{};
  std::optional<std::size_t> fused_rank{}, rank{};  ///< after fusion; in the final order
  std::optional<Span> span{};                       ///< the file's best chunk
  std::optional<double> similarity{}, relevance{};  ///< of that chunk
  /// The missed limit: rerank depth, min_similarity, relevance of the last match shown, or tokens.
  std::optional<double> limit{};
  std::vector<FeatureDifference> differences{};  ///< kTopK: largest first, in standard deviations
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_WHY_NOT_HPP_
