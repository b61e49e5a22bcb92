// Reranker: scores how well each candidate answers a query; interface and built-in implementations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RERANKER_HPP_
#define CODEWEAVER_RERANKER_HPP_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/detail/calibration.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Index data about a candidate, in addition to its text. Order of fields: symbol, path, doc, body.
struct RerankSignals {
  float lexical = 0;                      ///< BM25F
  float attainable = 0;                   ///< upper bound of BM25F for this query
  std::array<float, 4> field_lexical{};   ///< BM25F of each field
  std::array<float, 4> field_coverage{};  ///< idf-weighted share of the query's words, [0, 1]
  float coverage = 0;                     ///< the same for all fields together
  float cosine = 0;                       ///< of query and chunk; 0: no vector search
  std::uint32_t lexical_rank = 0,
                dense_rank = 0;  ///< 1-based rank in each list; 0: not among the best
  float fused = 0;               ///< score after fusion
  /// The chunk's file: its best chunk, the sum of its other chunks, its words, its vectors.
  float file_lexical = 0, file_lexical_rest = 0, file_coverage = 0;
  float file_cosine = 0, file_cosine_mean = 0;
  /// The share of the query's words in the names that the file defines, its comments, its first
  /// chunk.
  float file_symbol_coverage = 0, file_doc_coverage = 0, file_head_coverage = 0;
  std::uint32_t file_chunks = 1;   ///< chunks of the file
  std::uint32_t rank_in_file = 1;  ///< 1: the file's best chunk
  std::uint32_t phrase_words = 0;  ///< longest sequence of the query's words in the text
  float query_idf = 0;             ///< mean idf of the query's words
  SemanticClass semantic_class{};
  rank::ExactMatch exact = rank::ExactMatch::kNone;
  bool is_part = false;  ///< a piece of a larger definition
  std::uint32_t tokens = 0;
};

/// Input of a reranker. Views are valid only during the call.
struct RerankCandidate {
  std::string_view path;
  std::string_view symbol;  ///< qualified name of the chunk's definition; may be empty
  std::string_view doc;     ///< its doc comment; may be empty
  std::string_view content;
  float dense_score = 0;   ///< calibrated, [0, 1]
  float sparse_score = 0;  ///< calibrated, [0, 1]
  bool is_test = false;
  bool is_generated = false;
  const RerankSignals* signals = nullptr;  ///< null: only the text is known
};

/// Input for models that read text: path, name and content of a candidate.
inline std::string text_of(const RerankCandidate& candidate) {
  std::string out(candidate.path);
  out += '\n';
  if (!candidate.symbol.empty()) out.append(candidate.symbol).append("\n");
  return out.append(candidate.content);
}

/// Scores the candidates of one query in steps. A search then reads only the texts of candidates
/// that can still reach the top. Not thread-safe. The query, paths and signals must outlive the
/// pass.
class RerankPass {
 public:
  virtual ~RerankPass() = default;
  /// For each candidate, an upper bound in [0, 1] of its score. Does not read symbol, doc, content
  /// and signals->is_part; treats signals->phrase_words and exact as upper bounds.
  virtual std::vector<float> bounds(std::span<const RerankCandidate> candidates) = 0;
  /// The same scores as Reranker::rerank() for the whole list.
  virtual std::vector<float> scores(std::span<const RerankCandidate> candidates) = 0;
};

/// Facts about a reranker that a search depends on. The defaults are those of custom rerankers.
struct RerankerTraits {
  /// True for the built-in rerankers: results that match the query exactly rank first, whatever
  /// their scores. False: the scores alone decide the order.
  bool is_built_in = false;
  /// True if SearchAnswer::confidence was fitted to the scores of this reranker.
  bool has_calibrated_confidence = false;
};

/// Thread safety: const members may be called concurrently.
class Reranker {
 public:
  virtual ~Reranker() = default;
  /// "provider/model"; answers and health reports show it.
  virtual std::string_view name() const noexcept = 0;
  virtual RerankerTraits traits() const noexcept { return {}; }
  /// Returns one score in [0, 1] for each candidate, in the order of `candidates`. Cost: linear in
  /// the text of the candidates. Errors: kUnavailable (remote rerankers).
  virtual Result<std::vector<float>> rerank(std::string_view query,
                                            std::span<const RerankCandidate> candidates) const = 0;
  /// Like rerank() above, with a context. The library calls this overload. Override it if the model
  /// can end a call early, or passes the request id on. The default ignores the context.
  virtual Result<std::vector<float>> rerank(std::string_view query,
                                            std::span<const RerankCandidate> candidates,
                                            const CallContext& /*context*/) const {
    return rerank(query, candidates);
  }
  /// Returns a pass over `candidates`, for which only the signals must be known yet. Null: this
  /// reranker cannot score in steps.
  virtual std::unique_ptr<RerankPass> start(std::string_view,
                                            std::span<const RerankCandidate>) const {
    return nullptr;
  }
  /// Names of the features behind the scores, for explanations and training; may be empty.
  virtual std::span<const std::string_view> feature_names() const noexcept { return {}; }
  /// candidates.size() x feature_names().size() values, row by row.
  virtual std::vector<float> features(std::string_view, std::span<const RerankCandidate>) const {
    return {};
  }
  /// Contribution of each feature to each score, relative to the mean of the candidates and before
  /// the calibration to [0, 1]. Same layout as features(). A row adds up to the score minus that
  /// mean.
  virtual std::vector<float> effects(std::string_view, std::span<const RerankCandidate>) const {
    return {};
  }
};

/// The default reranker: gradient-boosted trees over features of the query, the candidate, its file
/// and the list. They were trained on labelled questions (docs/internals/model.md). Candidates
/// without signals are scored by make_rule_reranker(). Cost: about 20 microseconds per candidate.
/// Errors: kCorruption (a broken build).
Result<std::shared_ptr<const Reranker>> make_learned_reranker();

/// Handwritten rules: term coverage, matches in symbol and path, proximity and phrases.
std::shared_ptr<const Reranker> make_rule_reranker();

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_RERANKER_HPP_
