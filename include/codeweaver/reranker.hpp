// Reranker: scores how well each candidate answers a query; the interface and the local default.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RERANKER_HPP_
#define CODEWEAVER_RERANKER_HPP_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver {

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
};

/// The default: hand-set rules over term coverage, symbol and path matches, proximity and phrase.
std::shared_ptr<const Reranker> make_rule_reranker();

}  // namespace codeweaver

#endif  // CODEWEAVER_RERANKER_HPP_
