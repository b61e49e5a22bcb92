// What goes into and comes out of a search: SearchOptions, CodeMatch, FindCodeResponseSummary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SEARCH_TYPES_HPP_
#define CODEWEAVER_SEARCH_TYPES_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/intent.hpp"
#include "codeweaver/rank/relevance_weights.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_filter.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/stage_times.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// How much of each chunk an answer carries.
enum class Detail : std::uint8_t { kSummary, kSnippet, kFull };
constexpr std::string_view to_string(Detail detail) noexcept {
  return detail == Detail::kSummary ? "summary" : detail == Detail::kSnippet ? "snippet" : "full";
}
constexpr std::optional<Detail> parse_detail(std::string_view name) noexcept {
  if (name == "summary") return Detail::kSummary;
  if (name == "snippet") return Detail::kSnippet;
  if (name == "full") return Detail::kFull;
  return std::nullopt;
}

/// Which sides look for candidates. Leaving one out is for measuring what it contributes.
enum class Retrieval : std::uint8_t { kHybrid, kSparse, kDense };

/// How the two candidate lists become one.
enum class FusionMethod : std::uint8_t { kRrf, kWeighted };

/// How to answer one query. Every field has a working default.
struct SearchOptions {
  /// Matches to return. Range [1, 1000].
  std::size_t top_k = 10;
  /// Unset: classified from the query. An unknown string means no intent.
  std::optional<std::string> intent{};
  /// Unset: from the intent, else kDefault.
  std::optional<AgentTask> task{};
  SearchFilter filter{};
  /// Calibrated similarity in [0, 1] below which hits are dropped, exact matches aside: what a
  /// project does not have is answered with nothing. Not held to where the answer is in doubt (a
  /// confidence in [0.05, 0.5), no exact match): what is right there is often below it.
  /// filter.min_similarity holds always.
  double min_similarity = 0.3;
  /// A branch, tag or commit to search instead of the working tree, without a checkout; resolved at
  /// each search. Only CodeWeaver knows refs.
  std::string ref{};
  /// Only chunks that a difference touches, in its new side: "A..B", "A...B" (since their merge
  /// base), or "A" (from A to the tree that is searched). A range is searched at B. As ref.
  std::string changed_in{};
  /// Upper bound on the tokens of all matches together; 0: none.
  std::size_t token_limit = 0;
  Detail detail = Detail::kFull;
  /// Candidates taken from each side before fusion; 0: max(100, 2 * top_k).
  std::size_t candidates = 0;
  /// kDense without an embedder finds nothing.
  Retrieval retrieval = Retrieval::kHybrid;
  FusionMethod fusion = FusionMethod::kRrf;
  /// RRF constant (Cormack et al. 2009). Larger flattens the ranks.
  double rrf_k = 60;
  /// Fused candidates given to the reranker and kept; at least top_k. Cost grows linearly.
  std::size_t rerank_depth = 100;
  rank::RelevanceWeights weights{};
  /// Factor on the relevance of each further chunk of a file, down to 0.2 (or once), so that an
  /// answer shows many places; 1: none. Exact matches keep theirs. Range (0, 1].
  double file_decay = 0.85;
  /// Lines before and after each match. Range [0, 100].
  std::size_t context_lines = 3;
  /// Adds why each match ranks where it does.
  bool explain = false;
  /// Wall-clock budget; at its end the answer is what there is, with a warning. Zero: none.
  std::chrono::milliseconds deadline{0};

  /// Errors: kInvalidArgument, naming the field, its value and the allowed range.
  Result<void> validate() const;
};

enum class MatchType : std::uint8_t { kSemantic, kSyntactic, kKeyword, kFilePattern };
constexpr std::string_view to_string(MatchType type) noexcept {
  switch (type) {
    case MatchType::kSemantic:
      return "semantic";
    case MatchType::kSyntactic:
      return "syntactic";
    case MatchType::kKeyword:
      return "keyword";
    case MatchType::kFilePattern:
      return "file_pattern";
  }
  return "semantic";
}

enum class SearchStrategy : std::uint8_t {
  kHybridSearch,
  kSemanticRerank,
  kSparseOnly,
  kDenseOnly,
  kKeywordFallback
};
constexpr std::string_view to_string(SearchStrategy strategy) noexcept {
  switch (strategy) {
    case SearchStrategy::kHybridSearch:
      return "hybrid_search";
    case SearchStrategy::kSemanticRerank:
      return "semantic_rerank";
    case SearchStrategy::kSparseOnly:
      return "sparse_only";
    case SearchStrategy::kDenseOnly:
      return "dense_only";
    case SearchStrategy::kKeywordFallback:
      return "keyword_fallback";
  }
  return "keyword_fallback";
}

/// Where an answer comes from: identity, source and index audit of one record.
struct Audit {
  std::string node_id{}, project{}, name_space{}, chunk_strategy{};
  std::string source_system{}, source_batch_id{}, git_commit{}, git_branch{}, source_captured_at{};
  std::optional<bool> git_dirty{};  ///< absent outside git
  std::string indexed_at{}, indexer_version{}, embedder_provider{}, embedder_model{},
      vector_backend{};
  friend bool operator==(const Audit&, const Audit&) = default;
};

/// Places of a match on its way through the search, all from 1.
struct MatchRanks {
  std::optional<std::size_t> lexical{}, dense{};  ///< in the list of its side; unset: not listed
  std::size_t fused = 0;                          ///< after fusion of the lists
  std::optional<std::size_t> reranked{};          ///< by rerank_score alone; unset: none ran
  std::size_t answer = 0;                         ///< by relevance_score
  friend bool operator==(const MatchRanks&, const MatchRanks&) = default;
};

/// One ranked hit. All scores are calibrated to [0, 1]; absent ones did not run. relevance_score is
/// the weighted mean of the component scores (see rank::relevance), times SearchOptions::file_decay
/// for each match in the same file before it.
struct CodeMatch {
  DiscoveredFile file{};
  CodeChunk content{};
  Span span{};                 ///< equals content.line_range
  double relevance_score = 0;  ///< what matches are ordered by
  double similarity = 0;       ///< calibrated similarity to the query
  std::optional<double> dense_score{}, sparse_score{}, rerank_score{}, semantic_score{};
  MatchType match_type = MatchType::kSemantic;
  std::vector<std::string> related_symbols{};
  std::vector<std::string> context_before{}, context_after{};  ///< lines without terminators
  Audit audit{};
  std::vector<std::string> explanation{};    ///< filled when asked for
  std::map<std::string, double> features{};  ///< the same: what the reranker measured, by name
  /// The same: what each feature adds to the reranker's score over the mean of all candidates.
  std::map<std::string, double> effects{};
  std::optional<MatchRanks> ranks{};  ///< the same
};

/// Confidence below which the first match is most likely not right: one in twenty of those that are
/// is below it (docs/internals/quality.md).
inline constexpr double kGoodConfidence = 0.26;

/// The answer to one query.
struct FindCodeResponseSummary {
  std::vector<CodeMatch> matches{};           ///< best first; ties by path, then line
  std::string summary{};                      ///< 1..1000 characters, about the best three
  std::optional<QueryIntent> query_intent{};  ///< JSON shows its type
  std::size_t total_matches = 0;              ///< distinct candidates after filters, before ranking
  std::size_t total_results = 0;              ///< matches.size()
  std::size_t token_count = 0;                ///< tokens of all matches with their context
  double execution_time_ms = 0;
  StageTimes stage_times{};  ///< what that is made of; JSON shows it with explanations
  std::vector<SearchStrategy> search_strategy{};  ///< what really ran
  std::vector<std::string> languages_found{};     ///< of the matches, sorted
  std::vector<std::string> warnings{};
  std::vector<std::string> suggestions{};  ///< filled when nothing was found
  std::size_t searched_chunks = 0;
  std::size_t searched_files = 0;  ///< files of those chunks
  std::uint64_t generation = 0;    ///< committed state that answered
  /// The ref that was searched and its commit (both empty: the working tree); the difference.
  std::string ref{}, commit{}, changed_in{};
  /// Probability in [0, 1] that the first match is right; unset unless the built-in
  /// embedder and reranker ran, for which it was fitted.
  std::optional<double> confidence{};
  /// While the first index is being made: the share of the files, in [0, 1], that answered, and the
  /// time until all do, where that is known. Unset: all of them answered.
  std::optional<double> coverage{}, seconds_left{};
  std::map<std::string, double> answer_features{};  ///< of the confidence, when asked for
  /// How much speaks for this project where several are asked the same: log odds up to a constant.
  /// Unset where confidence is.
  std::optional<double> project_evidence{};
};

/// Where a file leaves the search.
enum class WhyNotStage : std::uint8_t {
  kNotIndexed,
  kFiltered,
  kNotRetrieved,
  kRerankDepth,
  kMinSimilarity,
  kTopK,
  kTokenLimit,
  kAnswered  ///< it does not: it is in the answer
};
constexpr std::string_view to_string(WhyNotStage stage) noexcept {
  constexpr std::string_view kNames[] = {"not_indexed",  "filtered",       "not_retrieved",
                                         "rerank_depth", "min_similarity", "top_k",
                                         "token_limit",  "answered"};
  return kNames[static_cast<std::size_t>(stage)];
}

/// A feature of the file's best chunk beside that of the last match shown.
struct FeatureDifference {
  std::string name{};
  double value = 0, shown = 0;
  friend bool operator==(const FeatureDifference&, const FeatureDifference&) = default;
};

/// Why a file is not in an answer. What the search did not come to is unset.
struct WhyNot {
  std::string path{};
  WhyNotStage stage = WhyNotStage::kNotIndexed;
  std::string reason{};                  ///< for people; one or two sentences
  std::string filter{}, filter_value{};  ///< kFiltered: the field of SearchFilter, what it asks for
  /// Best of the file's chunks in the list of each side; kNotRetrieved: in one of the best 1,000.
  std::optional<std::size_t> lexical_rank{}, dense_rank{};
  std::optional<std::size_t> fused_rank{}, rank{};  ///< after fusion; in the whole final order
  std::optional<Span> span{};                       ///< the file's best chunk
  std::optional<double> similarity{}, relevance{};  ///< of that chunk
  /// What it fell short of: rerank depth, min_similarity, relevance of the last match shown,
  /// tokens.
  std::optional<double> limit{};
  std::vector<FeatureDifference> differences{};  ///< kTopK: greatest first, in standard deviations
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SEARCH_TYPES_HPP_
