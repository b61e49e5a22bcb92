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

/// Index data about a candidate, in addition to its text. Arrays have one element for each field:
/// symbol, path, doc, body.
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
  /// Signals of the whole file: the BM25F score of its best chunk, the sum of the scores of its
  /// other chunks, the idf-weighted share of the query's words in it, and the largest and the mean
  /// cosine.
  float file_lexical = 0, file_lexical_rest = 0, file_coverage = 0;
  float file_cosine = 0, file_cosine_mean = 0;
  /// Share of the query's words in the symbols of the file, in its doc comments, and in its first
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

/// A candidate to score. Views are valid only during the call.
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

/// Returns the text of a candidate for models that read text: path, symbol and content.
inline std::string text_of(const RerankCandidate& candidate) {
  std::string out(candidate.path);
  out += '\n';
  if (!candidate.symbol.empty()) out.append(candidate.symbol).append("\n");
  return out.append(candidate.content);
}

/// Properties of a reranker that affect a search. The defaults are those of custom rerankers.
struct RerankerTraits {
  /// True for the built-in rerankers: matches of the exact query rank first, whatever their scores.
  /// False: only the scores decide the order.
  bool is_built_in = false;
  /// True if FindCodeResponseSummary::confidence was fitted to the scores of this reranker.
  bool has_calibrated_confidence = false;
};

/// Scores how well candidates answer a query. Thread safety: const members may be called
/// concurrently.
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
  /// The same with a context. The library only calls this overload. Override it if the model can
  /// stop during a call, or sends the request id to a service. By default, it ignores the context.
  virtual Result<std::vector<float>> rerank(std::string_view query,
                                            std::span<const RerankCandidate> candidates,
                                            const CallContext& /*context*/) const {
    return rerank(query, candidates);
  }
  /// Names of the features from which the scores are computed, for explanations and training; may
  /// be empty.
  virtual std::span<const std::string_view> feature_names() const noexcept { return {}; }
  /// Returns the values of all features: one row of feature_names().size() values for each
  /// candidate.
  virtual std::vector<float> features(std::string_view, std::span<const RerankCandidate>) const {
    return {};
  }
  /// Returns the contribution of each feature to each score, in the layout of features(). The
  /// contributions of a row add up to the difference between its score and the mean score of the
  /// candidates. They apply to scores before the calibration to [0, 1].
  virtual std::vector<float> effects(std::string_view, std::span<const RerankCandidate>) const {
    return {};
  }
};

/// Returns the default reranker: gradient-boosted trees, trained on labelled questions
/// (docs/internals/model.md). Their features describe the query, the candidate, its file, and the
/// whole list. If a candidate has no signals, make_rule_reranker() scores the list. Cost: about 20
/// microseconds per candidate. Errors: kCorruption (the model in the library is damaged).
Result<std::shared_ptr<const Reranker>> make_learned_reranker();

/// Returns a reranker with handwritten rules: term coverage, matches in symbol and path, proximity
/// and phrases.
std::shared_ptr<const Reranker> make_rule_reranker();

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_RERANKER_HPP_
