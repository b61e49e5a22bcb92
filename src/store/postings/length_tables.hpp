// Length tables: the parts of BM25F that depend only on lengths, computed once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "store/postings/postings.hpp"

namespace codeweaver::store {

/// Field factors and saturated counts, tabulated for the most frequent lengths and counts.
class LengthTables {
 public:
  LengthTables(const rank::Bm25fOptions& options, const rank::Bm25fCollection& collection)
      : options_(options) {
    for (std::size_t f = 0; f < rank::kFieldCount; ++f) {
      average_[f] = collection.average_length(f);
      // Skip length 0: a field without terms has no counts, and options may give it an invalid
      // factor.
      for (std::size_t length = 1; length < kTabulatedLengths; ++length)
        factor_[f][length] = factor(f, length);
    }
    for (std::size_t count = 0; count < kTabulatedCounts; ++count)
      for (std::size_t length = 0; length < kTabulatedLengths; ++length)
        body_[count][length] =
            rank::saturate(options_, static_cast<float>(count + 1) * factor_[kBodyField][length]);
  }
  /// The saturated count of a term that occurs only in the body.
  float body(std::uint32_t count, std::size_t length) const noexcept {
    if (count - 1 < kTabulatedCounts && length < kTabulatedLengths) return body_[count - 1][length];
    return rank::saturate(options_, static_cast<float>(count) * factor(kBodyField, length));
  }
  /// The saturated sum of the counts over all fields. Fields without the term add zero. That is
  /// faster than testing for them and gives the same bits.
  float saturated(const FieldCounts& counts,
                  const std::array<std::uint16_t, rank::kFieldCount>& lengths) const noexcept {
    unsigned bits = 0;
    for (const std::uint16_t length : lengths) bits |= length;
    float combined = 0;
    if (bits < kTabulatedLengths) {
      for (std::size_t f = 0; f < rank::kFieldCount; ++f)
        combined += static_cast<float>(counts[f]) * factor_[f][lengths[f]];
    } else {
      for (std::size_t f = 0; f < rank::kFieldCount; ++f)
        if (counts[f] != 0) combined += static_cast<float>(counts[f]) * factor(f, lengths[f]);
    }
    return rank::saturate(options_, combined);
  }
  /// The saturated count of the posting at `cursor`; moves the cursor to the next posting.
  float take(PostingCursor& cursor,
             const std::array<std::uint16_t, rank::kFieldCount>& lengths) const noexcept {
    if (cursor.is_body_only()) return body(cursor.take_body(), lengths[kBodyField]);
    return saturated(cursor.take(), lengths);
  }

 private:
  // Fields of chunks are short; the factors of longer ones are computed.
  static constexpr std::size_t kTabulatedLengths = 1024;
  static constexpr std::size_t kTabulatedCounts = 8;

  float factor(std::size_t field, std::size_t length) const noexcept {
    return rank::field_factor(options_, field, static_cast<float>(length), average_[field]);
  }

  rank::Bm25fOptions options_;
  std::array<float, rank::kFieldCount> average_{};
  std::array<std::array<float, kTabulatedLengths>, rank::kFieldCount> factor_{};
  std::array<std::array<float, kTabulatedLengths>, kTabulatedCounts> body_;
};

}  // namespace codeweaver::store
