// One query: intent, candidates from both sides, fusion, reranking, relevance, answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/rank/exact_match.hpp"
#include "codeweaver/rank/fusion.hpp"
#include "codeweaver/rank/phrase_run.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/searching/assemble.hpp"
#include "engine/searching/candidate.hpp"
#include "engine/searching/chunk_cache.hpp"
#include "engine/searching/filter.hpp"
#include "engine/searching/phrase_bound.hpp"
#include "engine/searching/question.hpp"
#include "store/database/database.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// What a query reads; all of it outlives the run.
struct QueryContext {
  const store::Snapshot& snapshot;
  const store::Database& database;
  ChunkCache& chunks;
  const IndexIdentity& identity;
  const IndexStatistics& statistics;
  const HybridSearcher::Parts& parts;
  const RecordCollection& collection;  ///< of parts.store, where there is one
  const Contents* lacking = nullptr;   ///< contents without vectors; null: none
};

/// Answers one query; see HybridSearcher::search.
class QueryRun {
 public:
  QueryRun(const QueryContext& context, std::string_view query, const SearchOptions& options,
           std::stop_token stop);

  Result<FindCodeResponseSummary> execute();
  /// See HybridSearcher::why_not; no deadline, explain set.
  Result<WhyNot> why_not(std::string_view path);

 private:
  Result<void> prepare();
  Result<void> retrieve();
  Result<void> retrieve_dense();
  Result<std::vector<store::ScoredChunk>> find_lexical();
  Result<std::vector<store::ScoredChunk>> find_dense() const;
  void fuse();
  /// Reads, compares, reranks and scores candidates: all of them, or as many as it takes to know
  /// the answer, and drops the rest.
  void rank();
  void rank_all();
  void rank_by_bounds(RerankPass& pass);
  void bound_relevance(RerankPass& pass, const PhraseBound& phrases);
  void load_texts(std::span<const std::size_t> which);
  void mark_exact(std::span<const std::size_t> which);
  void rerank();
  RerankCandidate pair_of(Candidate& found) const;
  void measure_features(std::span<const RerankCandidate> pairs);
  void score(Candidate& found) const;
  bool is_too_dissimilar(const Candidate& found) const;
  /// The relevance of what would be at `place`, from 1, if nothing but `scored` were found; 0 where
  /// that is less.
  double relevance_at(std::size_t place, std::span<const std::size_t> scored) const;
  void drop_dissimilar();
  void order();
  void judge_answer();
  void cut();
  void assemble();
  void strategies();

  // Explanations (explain.cpp).
  void explain(CodeMatch& match, const Candidate& candidate, std::size_t rank) const;
  void explain_reranker(CodeMatch& match, const Candidate& candidate) const;

  // Why not (why_not.cpp); each true when it has the reason.
  bool is_not_indexed(WhyNot& out) const;
  bool is_filtered(WhyNot& out) const;
  Result<bool> is_not_retrieved(WhyNot& out) const;
  bool is_below_depth(WhyNot& out) const;
  bool is_dissimilar(WhyNot& out) const;
  bool is_below_top(WhyNot& out) const;
  void find_in_answer(WhyNot& out) const;
  const Candidate* best_of(std::string_view path) const;
  std::vector<FeatureDifference> differences(const Candidate& file, const Candidate& shown) const;

  /// Whether the deadline passed; adds a warning when it first sees that.
  bool is_out_of_time();
  /// Whether nothing more is to be begun: the deadline passed, or a stop was requested.
  bool is_over() { return stop_.stop_requested() || is_out_of_time(); }
  std::optional<IntentType> intent_type() const;
  std::size_t candidate_limit() const;
  std::size_t answer_depth() const;
  void add_symbol_candidates();
  void add_symbol_candidate(const store::Database::DefinitionPlace& hit);
  void keep_candidates(std::size_t count);
  void add_suggestions();
  /// Words of the query that admitted chunks hold; nullopt: all of them.
  std::optional<std::vector<std::string>> words_in_index();

  const QueryContext& context_;
  std::string_view query_;
  Question question_;
  rank::ExactMatcher matcher_;
  rank::PhraseRun phrase_;
  const SearchOptions& options_;
  std::stop_token stop_;
  std::chrono::steady_clock::time_point start_;
  bool timed_out_ = false;

  CompiledFilter filter_;
  std::vector<store::ChunkSet> allowed_;
  std::size_t admitted_chunks_ = 0;
  std::vector<rank::QueryTerm> terms_;
  std::optional<store::TermCoverage> coverage_;  ///< of terms_
  store::PostingMarks posting_marks_;            ///< of the search for terms_
  std::set<std::string, std::less<>> term_set_;
  bool is_identifier_ = false;  // the query is one name
  std::vector<float> vector_;
  bool has_dense_ = false;
  bool reranked_ = false;
  double attainable_ = 0;
  AgentTask task_ = AgentTask::kDefault;
  std::vector<Candidate> candidates_;
  std::vector<rank::Ranked<store::ChunkKey>> lexical_list_, dense_list_, symbol_list_, fused_list_;
  FindCodeResponseSummary response_;
};

}  // namespace codeweaver::engine
