// Input and output of a search: SearchOptions, CodeMatch, FindCodeResponseSummary.
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

#include "codeweaver/call_graph.hpp"
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

/// How much of each chunk an answer contains.
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

/// The searches that find candidates. kSparse and kDense use only one of them, for measurements.
enum class Retrieval : std::uint8_t { kHybrid, kSparse, kDense };

/// How to merge the candidates of sparse and dense retrieval.
enum class FusionMethod : std::uint8_t { kRrf, kWeighted };

/// Options of one query. Every field has a working default.
struct SearchOptions {
  /// Number of matches to return, [1, 1000].
  std::size_t top_k = 10;
  /// Unset: derived from the query. An unknown string means no intent.
  std::optional<std::string> intent{};
  /// Unset: derived from the intent, else kDefault.
  std::optional<AgentTask> task{};
  SearchFilter filter{};
  /// Drops matches whose calibrated similarity, in [0, 1], is lower, except exact matches. With
  /// intent "understand", two thirds of the value apply. Does not apply to doubtful answers
  /// (confidence in [0.06, 0.5), no exact match), because correct matches are often below it there.
  /// See also filter.min_similarity, which always applies.
  double min_similarity = 0.3;
  /// Branch, tag or commit to search instead of the working tree; needs no checkout. Resolved at
  /// each search. Only CodeWeaver supports refs.
  std::string ref{};
  /// Only chunks that a git difference adds or changes: "A..B", "A...B" (from their merge base to
  /// B), or "A" (from A to the searched tree). A range searches B. Only CodeWeaver supports this.
  std::string changed_in{};
  /// Upper limit for the tokens of all matches together; 0: unlimited.
  std::size_t token_limit = 0;
  Detail detail = Detail::kFull;
  /// Candidates from each of sparse and dense retrieval; 0: max(100, 2 * top_k).
  std::size_t candidates = 0;
  /// kDense without an embedder returns nothing.
  Retrieval retrieval = Retrieval::kHybrid;
  FusionMethod fusion = FusionMethod::kRrf;
  /// Constant of reciprocal rank fusion (Cormack et al. 2009). Larger: ranks have less influence.
  double rrf_k = 60;
  /// Fused candidates that the reranker scores; at least top_k. Cost grows linearly.
  std::size_t rerank_depth = 100;
  rank::RelevanceWeights weights{};
  /// Factor in (0, 1] on the relevance of each further chunk of a file, to show more files; 1:
  /// none. Their product is at least min(file_decay, 0.2). Exact matches are not reduced.
  double file_decay = 0.85;
  /// Lines before and after each match, [0, 100].
  std::size_t context_lines = 3;
  /// Adds the number of their callers to the first 20 matches, for about the cost of a call_graph()
  /// each.
  bool count_callers = false;
  /// Adds an explanation of its rank to each match.
  bool explain = false;
  /// Time limit; after it, the answer has the results so far and a warning. Zero: no limit.
  std::chrono::milliseconds deadline{0};

  /// Errors: kInvalidArgument with the field, its value and the allowed range.
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

/// Origin of a record: identity, source and index run.
struct Audit {
  std::string node_id{}, project{}, name_space{}, chunk_strategy{};
  std::string source_system{}, source_batch_id{}, git_commit{}, git_branch{}, source_captured_at{};
  std::optional<bool> git_dirty{};  ///< absent outside git
  std::string indexed_at{}, indexer_version{}, embedder_provider{}, embedder_model{},
      vector_backend{};
  friend bool operator==(const Audit&, const Audit&) = default;
};

/// Ranks of a match at each stage of the search, from 1.
struct MatchRanks {
  std::optional<std::size_t> lexical{}, dense{};  ///< in each retrieval; unset: not found
  std::size_t fused = 0;                          ///< after fusion of the lists
  std::optional<std::size_t> reranked{};          ///< by rerank_score; unset: no reranker ran
  std::size_t answer = 0;                         ///< by relevance_score
  friend bool operator==(const MatchRanks&, const MatchRanks&) = default;
};

/// How many definitions use the one that a match shows: direct callers, as call_graph() lists them,
/// without those known by name only.
struct CallerCount {
  std::size_t total = 0;  ///< with tests
  std::size_t tests = 0;
  friend bool operator==(const CallerCount&, const CallerCount&) = default;
};

/// One match. All scores are calibrated to [0, 1]; unset scores were not computed. relevance_score
/// is the weighted mean of the component scores (see rank::relevance), times
/// SearchOptions::file_decay for each earlier match in the same file.
struct CodeMatch {
  DiscoveredFile file{};
  CodeChunk content{};
  Span span{};                 ///< equals content.line_range
  double relevance_score = 0;  ///< matches are sorted by this
  double similarity = 0;       ///< calibrated similarity to the query
  std::optional<double> dense_score{}, sparse_score{}, rerank_score{}, semantic_score{};
  MatchType match_type = MatchType::kSemantic;
  std::vector<std::string> related_symbols{};
  std::vector<std::string> context_before{}, context_after{};  ///< lines without terminators
  /// With SearchOptions::count_callers. Unset: the match shows no definition of a linked language
  /// (docs/internals/symbol_graph.md), or its name is too common to count its callers quickly.
  std::optional<CallerCount> callers{};
  Audit audit{};
  std::vector<std::string> explanation{};    ///< with SearchOptions::explain: reasons for the rank
  std::map<std::string, double> features{};  ///< feature values by name, with explain
  /// With explain: contribution of each feature to rerank_score, relative to all candidates.
  std::map<std::string, double> effects{};
  std::optional<MatchRanks> ranks{};  ///< with explain
};

/// Below this confidence the first match is probably wrong. One in twenty correct first matches is
/// below it (docs/internals/quality.md).
inline constexpr double kGoodConfidence = 0.26;

/// The answer to one query.
struct FindCodeResponseSummary {
  std::vector<CodeMatch> matches{};           ///< best first; ties by path, then line
  std::string summary{};                      ///< 1 to 1000 characters, about the best three
  std::optional<QueryIntent> query_intent{};  ///< JSON contains its type
  std::size_t total_matches = 0;  ///< distinct candidates that pass the filters, before ranking
  std::size_t total_results = 0;  ///< matches.size()
  std::size_t token_count = 0;    ///< tokens of all matches with their context
  double execution_time_ms = 0;
  StageTimes stage_times{};  ///< parts of execution_time_ms; JSON contains them with explanations
  std::vector<SearchStrategy> search_strategy{};  ///< the stages that ran
  std::vector<std::string> languages_found{};     ///< of the matches, sorted
  std::vector<std::string> warnings{};
  std::vector<std::string> suggestions{};      ///< set if nothing was found
  std::string interpreted_query{};             ///< how exact parts were read; empty: only words
  std::size_t exact_files = 0;                 ///< files that match these parts
  std::optional<AskedCallGraph> call_graph{};  ///< set if the call graph gives the matches
  std::size_t searched_chunks = 0, searched_files = 0;  ///< chunks, and their files
  std::uint64_t generation = 0;  ///< index generation that the answer is from
  /// The searched ref and its commit (both empty: the working tree), and the searched difference.
  std::string ref{}, commit{}, changed_in{};
  /// Probability in [0, 1] that the first match is correct. Unset if an embedder or reranker
  /// other than the built-in ones ran, because the probability was fitted to the built-in ones.
  std::optional<double> confidence{};
  /// Set while the first index is being built: the share of the files that was searched, in [0, 1],
  /// and the estimated time until the index is complete, if known.
  std::optional<double> coverage{}, seconds_left{};
  std::map<std::string, double> answer_features{};  ///< of the confidence, with explain
  /// Log odds, up to a constant, that this project can answer the query. Serves to compare
  /// projects. Set if `confidence` is set.
  std::optional<double> project_evidence{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SEARCH_TYPES_HPP_
