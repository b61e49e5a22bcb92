// Reranker: scores how well each candidate answers a query; the interface and the local default.
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

#include "codeweaver/export.hpp"
#include "codeweaver/rank/calibration.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What an index knows of a candidate beside its text. Field order: symbol, path, doc, body.
struct RerankSignals {
  float lexical = 0;                      ///< BM25F
  float attainable = 0;                   ///< the most BM25F could give for this query
  std::array<float, 4> field_lexical{};   ///< BM25F of each field alone
  std::array<float, 4> field_coverage{};  ///< idf-weighted share of the query's words, [0, 1]
  float coverage = 0;                     ///< the same over all fields together
  float cosine = 0;                       ///< of query and chunk; 0: no dense side
  std::uint32_t lexical_rank = 0,
                dense_rank = 0;  ///< 1-based in its own list; 0: not among the best
  float fused = 0;               ///< score of the fusion
  /// The chunk's file: its best chunk, its other chunks summed up, its words, its vectors.
  float file_lexical = 0, file_lexical_rest = 0, file_coverage = 0;
  float file_cosine = 0, file_cosine_mean = 0;
  /// The query's words in the names that the file defines, in its comments, in its first chunk.
  float file_symbol_coverage = 0, file_doc_coverage = 0, file_head_coverage = 0;
  std::uint32_t file_chunks = 1;   ///< chunks of the file
  std::uint32_t rank_in_file = 1;  ///< 1: the file's best chunk
  std::uint32_t phrase_words = 0;  ///< longest run of the query's words in the text
  float query_idf = 0;             ///< mean idf of the query's words
  SemanticClass semantic_class{};
  rank::ExactMatch exact = rank::ExactMatch::kNone;
  bool is_part = false;  ///< a piece of a larger definition
  std::uint32_t tokens = 0;
};

/// What a reranker may look at. Views stay valid for the call only.
struct RerankCandidate {
  std::string_view path;
  std::string_view symbol;  ///< qualified name of what the chunk defines; may be empty
  std::string_view doc;     ///< its doc comment; may be empty
  std::string_view content;
  float dense_score = 0;   ///< calibrated, [0, 1]
  float sparse_score = 0;  ///< calibrated, [0, 1]
  bool is_test = false;
  bool is_generated = false;
  const RerankSignals* signals = nullptr;  ///< null: only the text is known
};

/// What models that read text are given of a candidate: where it stands, what it is called, and
/// what it says.
inline std::string text_of(const RerankCandidate& candidate) {
  std::string out(candidate.path);
  out += '\n';
  if (!candidate.symbol.empty()) out.append(candidate.symbol).append("\n");
  return out.append(candidate.content);
}

/// Scores the candidates of one query a few at a time, so that a search reads the texts only of
/// those that can still come to the top. Not thread-safe. Query, paths and signals that it is given
/// must outlive it.
class RerankPass {
 public:
  virtual ~RerankPass() = default;
  /// For each of `candidates` the most that scores() may give it, in [0, 1]. Symbol, doc, content
  /// and signals->is_part are not looked at; signals->phrase_words and exact are the most that they
  /// can be.
  virtual std::vector<float> bounds(std::span<const RerankCandidate> candidates) = 0;
  /// What Reranker::rerank() gives them in the whole list.
  virtual std::vector<float> scores(std::span<const RerankCandidate> candidates) = 0;
};

/// Thread safety: const members may be called concurrently.
class Reranker {
 public:
  virtual ~Reranker() = default;
  /// "provider/model", shown in answers and health.
  virtual std::string_view name() const noexcept = 0;
  /// One score in [0, 1] per candidate, in the order given. Cost: linear in the candidates' text.
  /// Errors: kUnavailable (remote rerankers).
  virtual Result<std::vector<float>> rerank(std::string_view query,
                                            std::span<const RerankCandidate> candidates) const = 0;
  /// A pass over `candidates`, of which only the signals have to be known yet. Null: it does not
  /// score a few at a time.
  virtual std::unique_ptr<RerankPass> start(std::string_view,
                                            std::span<const RerankCandidate>) const {
    return nullptr;
  }
  /// Names of the features it scores by, for explanations and training; none: it does not tell.
  virtual std::span<const std::string_view> feature_names() const noexcept { return {}; }
  /// candidates.size() x feature_names().size() values, row-major.
  virtual std::vector<float> features(std::string_view, std::span<const RerankCandidate>) const {
    return {};
  }
  /// In the same form: what each feature adds to a candidate's score, before its calibration to
  /// [0, 1], over the mean of the candidates. A row sums to the score less that mean.
  virtual std::vector<float> effects(std::string_view, std::span<const RerankCandidate>) const {
    return {};
  }
};

/// The default: gradient-boosted trees over features of query, candidate, its file and the list,
/// trained on labelled questions (docs/internals/model.md). Candidates without signals, which only
/// a search knows, are scored by the rules. Cost: about 20 microseconds a candidate. Errors:
/// kCorruption (a broken build).
Result<std::shared_ptr<const Reranker>> make_learned_reranker();

/// Hand-set rules over term coverage, symbol and path matches, proximity and phrase.
std::shared_ptr<const Reranker> make_rule_reranker();

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_RERANKER_HPP_
