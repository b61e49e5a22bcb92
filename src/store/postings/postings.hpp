// Postings: the chunks that contain a term, with its count per field; one byte stream per term.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "codeweaver/detail/bm25f.hpp"

namespace codeweaver::store {

using FieldCounts = std::array<std::uint32_t, rank::kFieldCount>;

/// A posting is varint(4 * (chunk - previous chunk) + form). The form describes the counts:
/// - 0: once in the body only,
/// - 1: twice in the body only,
/// - 2: in the body only; a varint count follows,
/// - 3: a byte with one bit per field follows, then a varint count for each bit, low bits first.
/// Most postings are in the body only. The first chunk of a term is relative to 0; in cut postings
/// (posting_blocks.hpp), the first chunk of a block is relative to the block's first chunk.
inline constexpr std::size_t kBodyField = static_cast<std::size_t>(rank::Field::kBody);

/// Zero bytes after the last posting, so that a decoder may read past the end of a stream.
inline constexpr std::size_t kPostingsPadding = 32;

inline void put_posting(std::string& out, std::uint32_t delta, const FieldCounts& counts) {
  unsigned fields = 0;
  for (std::size_t f = 0; f < counts.size(); ++f)
    if (counts[f] != 0) fields |= 1U << f;
  const bool body_only = fields == 1U << kBodyField;
  const unsigned form = !body_only ? 3 : std::min(counts[kBodyField] - 1, 2U);
  base::put_varint(out, std::uint64_t{delta} * 4 + form);
  if (form == 2) base::put_varint(out, counts[kBodyField]);
  if (form != 3) return;
  out += static_cast<char>(fields);
  for (const std::uint32_t count : counts)
    if (count != 0) base::put_varint(out, count);
}

/// Walks the postings of one term. Even for damaged bytes it reads at most kPostingsPadding bytes
/// past the end, and always terminates. Forms and fields are unpredictable from one posting to the
/// next, so the code avoids branches on them.
class PostingCursor {
 public:
  PostingCursor() = default;
  /// The kPostingsPadding bytes after `postings` must be readable.
  explicit PostingCursor(std::string_view postings) noexcept : PostingCursor(0, postings) {}
  /// The first chunk is relative to `base`.
  PostingCursor(std::uint64_t base, std::string_view postings) noexcept
      : next_(reinterpret_cast<const unsigned char*>(postings.data())),
        end_(next_ + postings.size()),
        chunk_(base) {
    advance_chunk();
  }

  static constexpr std::uint64_t kEnd = UINT64_MAX;
  /// Chunk of the current posting; kEnd after the last.
  std::uint64_t chunk() const noexcept { return chunk_; }

  /// Whether the current posting is in the body and in no other field, as most are.
  bool is_body_only() const noexcept { return form_ != 3; }
  /// The count of a body-only posting; moves to the next.
  std::uint32_t take_body() noexcept {
    const bool has_count = form_ == 2;
    std::uint32_t count = has_count ? *next_ : form_ + 1;
    if (count < 128)
      next_ += has_count ? 1 : 0;
    else
      count = read_count();
    advance_chunk();
    return count;
  }
  /// The counts of the current posting; moves to the next.
  FieldCounts take() noexcept {
    FieldCounts counts{};
    if (is_body_only())
      counts[kBodyField] = take_body();
    else
      take_fields(counts);
    return counts;
  }
  /// Moves to the next posting.
  void skip() noexcept {
    if (is_body_only()) {
      take_body();
    } else {
      FieldCounts counts;
      take_fields(counts);
    }
  }

 private:
  void take_fields(FieldCounts& counts) noexcept {
    const unsigned fields = *next_++;
    const unsigned char* const begin = next_;
    unsigned bits = 0;
    for (std::size_t f = 0; f < counts.size(); ++f) {
      const unsigned is_held = fields >> f & 1U;
      bits |= counts[f] = *next_ & (0U - is_held);
      next_ += is_held;
    }
    if (bits >= 128) {  // a count takes several bytes
      next_ = begin;
      for (std::size_t f = 0; f < counts.size(); ++f)
        if ((fields >> f & 1U) != 0) counts[f] = read_count();
    }
    advance_chunk();
  }
  std::uint32_t read_count() noexcept {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const unsigned byte = *next_++;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  }
  void advance_chunk() noexcept {
    if (next_ >= end_) {
      chunk_ = kEnd;
      return;
    }
    std::uint64_t value = *next_++;
    if (value >= 128) value = rest_of_varint(value);
    form_ = static_cast<unsigned>(value & 3);
    chunk_ += value >> 2;
  }
  std::uint64_t rest_of_varint(std::uint64_t value) noexcept {
    value &= 127;
    for (unsigned shift = 7; shift < 42; shift += 7) {
      const unsigned byte = *next_++;
      value |= std::uint64_t{byte & 127} << shift;
      if (byte < 128) break;
    }
    return value;
  }

  const unsigned char* next_ = nullptr;  ///< after the current posting's first varint
  const unsigned char* end_ = nullptr;
  std::uint64_t chunk_ = 0;
  unsigned form_ = 0;
};

}  // namespace codeweaver::store
