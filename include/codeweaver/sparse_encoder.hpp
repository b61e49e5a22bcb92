// SparseEncoder: adds weighted words to texts; the interface and a synonym table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SPARSE_ENCODER_HPP_
#define CODEWEAVER_SPARSE_ENCODER_HPP_

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Identifies an encoder. Every index stores it. Opening an index compares it with the given
/// encoder.
struct SparseEncoderInfo {
  std::string provider{};  ///< its origin, for example "codeweaver"
  std::string model{};     ///< name and version; must change with any configuration
  friend bool operator==(const SparseEncoderInfo&, const SparseEncoderInfo&) = default;
};

/// A word and its weight.
struct WeightedTerm {
  std::string term{};
  float weight = 0;
};

/// Adds words to texts that do not contain them: SPLADE-like models, thesauri, generated questions.
/// They are added to the lexical index, which uses BM25F over the words of names, paths, comments
/// and code:
/// - For a chunk, each term counts as if the doc comment contained it `weight` times. The number is
///   rounded, and at most 255. Terms with a weight below 1/2 are dropped.
/// - For a query, each term counts `weight` times as much as a typed word. Chunks without the term
///   get no lower score.
///
/// Terms are analyzed like the words of texts, so "signIn" matches "sign in". Each text gets at
/// most kMostSparseTerms terms, those with the largest weights. The whole call fails if a weight is
/// not finite or a term is longer than kMostTermBytes. The same text must always produce the same
/// terms.
/// Ownership: shared with the indexers and searchers that use it. Thread safety: const members are
/// called concurrently.
class SparseEncoder {
 public:
  virtual ~SparseEncoder() = default;
  virtual const SparseEncoderInfo& info() const noexcept = 0;

  /// Writes the terms of texts[i] to out[i], which is empty. A text is a chunk: its name, the
  /// signatures around it and its code. A call receives all texts of one file. Errors:
  /// kUnavailable. The file is then indexed by its own words only. Reports and answers count such
  /// files, and a later run tries them again.
  virtual Result<void> encode_documents(std::span<const std::string_view> texts,
                                        std::span<std::vector<WeightedTerm>> out) const = 0;
  /// Returns the terms for a query. Errors: kUnavailable; the search then uses only the typed
  /// words, and the answer has a warning.
  virtual Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const = 0;

  /// The same with a context. The library only calls these overloads. Override them if the model
  /// can stop during a call, or sends the request id to a service. By default, they ignore the
  /// context.
  virtual Result<void> encode_documents(std::span<const std::string_view> texts,
                                        std::span<std::vector<WeightedTerm>> out,
                                        const CallContext& /*context*/) const {
    return encode_documents(texts, out);
  }
  virtual Result<std::vector<WeightedTerm>> encode_query(std::string_view text,
                                                         const CallContext& /*context*/) const {
    return encode_query(text);
  }
};

/// Maximum number of terms per text, and maximum bytes of a term.
inline constexpr std::size_t kMostSparseTerms = 64, kMostTermBytes = 256;

/// Words with the same meaning for users, for example "login", "sign-in", "authentication".
using SynonymGroup = std::vector<std::string>;

/// Returns an encoder for synonyms. If a text contains a word of a group, the encoder adds the
/// other words of the group: to chunks with the weight 1, to queries with `query_weight`. Its
/// info() has the provider "codeweaver" and the model "synonyms-" with a hash of the groups.
/// Errors: kInvalidArgument "INVALID_SYNONYMS" (an empty word, a group with one word, a weight
/// outside (0, 1]).
Result<std::shared_ptr<const SparseEncoder>> make_synonym_encoder(std::vector<SynonymGroup> groups,
                                                                  float query_weight = 0.5F);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SPARSE_ENCODER_HPP_
