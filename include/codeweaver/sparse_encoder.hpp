// SparseEncoder: adds weighted words to what texts say; the interface and a table of synonyms.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SPARSE_ENCODER_HPP_
#define CODEWEAVER_SPARSE_ENCODER_HPP_

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What identifies an encoder; stored in every index and compared when it is opened, as for
/// embedders.
struct SparseEncoderInfo {
  std::string provider{};  ///< who offers it
  std::string model{};     ///< name and version, of all that it was configured with too
  friend bool operator==(const SparseEncoderInfo&, const SparseEncoderInfo&) = default;
};

/// A word, and how much of it is meant.
struct WeightedTerm {
  std::string term{};
  float weight = 0;
};

/// Expands texts by words that they do not say: SPLADE-like models, thesauri, generated questions.
/// The lexical index stays what it is (BM25F over the words of names, paths, comments and code);
/// an encoder adds to it on both sides:
/// - to a chunk, as if its doc comment said each term `weight` times, rounded, at most 255 times;
///   below 1/2 it is dropped;
/// - to a query, as a word that counts `weight` times as much as one that was typed, and whose
///   absence costs nothing.
/// Terms go through the analysis of identifiers and words that texts go through, so that "signIn"
/// meets "sign in". Of a text at most kMostSparseTerms are taken, the heaviest first. Terms without
/// a finite weight, or of more than kMostTermBytes, are a failure of the whole call.
/// Ownership: shared with the indexers and searchers that use it. Thread safety: const members are
/// called concurrently. The same text must give the same terms.
class SparseEncoder {
 public:
  virtual ~SparseEncoder() = default;
  virtual const SparseEncoderInfo& info() const noexcept = 0;

  /// Fills `out`, one list a text, which are empty before. A text is a chunk: name, signatures
  /// around it and code, one after another; the texts of one file come together. Errors:
  /// kUnavailable. A file that the encoder fails at keeps its own words; report and answers count
  /// such files, and a later run tries them again.
  virtual Result<void> encode_documents(std::span<const std::string_view> texts,
                                        std::span<std::vector<WeightedTerm>> out) const = 0;
  /// The same for a query. Errors: kUnavailable; the search goes on without, and warns.
  virtual Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const = 0;
};

/// Terms that are taken of one text, and bytes that one may have.
inline constexpr std::size_t kMostSparseTerms = 64, kMostTermBytes = 256;

/// Words that mean the same to the people who search: "login", "sign-in", "authentication".
using SynonymGroup = std::vector<std::string>;

/// Adds to a text that holds a word of a group the other words of it: to chunks once, to queries
/// with `query_weight`. The identity is "codeweaver/synonyms-<hash of the table>".
/// Errors: kInvalidArgument "INVALID_SYNONYMS" (an empty word, a group of one, a weight outside
/// (0, 1]).
Result<std::shared_ptr<const SparseEncoder>> make_synonym_encoder(std::vector<SynonymGroup> groups,
                                                                  float query_weight = 0.5F);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SPARSE_ENCODER_HPP_
