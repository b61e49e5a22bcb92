// Postings: which chunks hold a term, and how often in which field; one byte stream a term.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "codeweaver/rank/bm25f.hpp"
#include "store/bytes.hpp"

namespace codeweaver::store {

using FieldCounts = std::array<std::uint32_t, rank::kFieldCount>;

/// A posting is varint(4 * (chunk - previous chunk) + form). Most postings are in the body only:
///   form 0: body once; 1: body twice; 2: body, varint count follows;
///   form 3: a byte with one bit a field, then a varint count for each bit, low bits first.
/// The first chunk of a term counts from 0.
inline constexpr std::size_t kBodyField = static_cast<std::size_t>(rank::Field::kBody);

/// Zero bytes after the last posting, so that a decoder may look past the end of a stream.
inline constexpr std::size_t kPostingsPadding = 32;

inline void put_posting(std::string& out, std::uint32_t delta, const FieldCounts& counts) {
  unsigned fields = 0;
  for (std::size_t f = 0; f < counts.size(); ++f)
    if (counts[f] != 0) fields |= 1U << f;
  const bool body_only = fields == 1U << kBodyField;
  const unsigned form = !body_only ? 3 : std::min(counts[kBodyField] - 1, 2U);
  put_varint(out, std::uint64_t{delta} * 4 + form);
  if (form == 2) put_varint(out, counts[kBodyField]);
  if (form != 3) return;
  out += static_cast<char>(fields);
  for (const std::uint32_t count : counts)
    if (count != 0) put_varint(out, count);
}

/// Walks the postings of one term. Reads at most kPostingsPadding bytes past the end, whatever
/// the bytes say, and always comes to an end.
class PostingCursor {
 public:
  PostingCursor() = default;
  /// The bytes after `postings` must be readable for kPostingsPadding.
  explicit PostingCursor(std::string_view postings) noexcept
      : next_(reinterpret_cast<const unsigned char*>(postings.data())),
        end_(next_ + postings.size()) {
    advance_chunk();
  }

  static constexpr std::uint64_t kEnd = UINT64_MAX;
  /// Chunk of the current posting; kEnd after the last.
  std::uint64_t chunk() const noexcept { return chunk_; }

  /// 1 or 2 when the current posting is that many occurrences in the body and nothing else, else 0.
  std::uint32_t body_count() const noexcept { return form_ < 2 ? form_ + 1 : 0; }
  /// Moves on from such a posting.
  void skip_body() noexcept { advance_chunk(); }

  /// Calls sink(field, count) for each field of the current posting, then moves to the next.
  template <class Sink>
  void consume(Sink&& sink) noexcept {
    if (form_ < 2) {
      sink(kBodyField, form_ + 1);
    } else if (form_ == 2) {
      sink(kBodyField, read_count());
    } else {
      const unsigned fields = *next_++ & ((1U << rank::kFieldCount) - 1);
      for (std::size_t f = 0; f < rank::kFieldCount; ++f)
        if ((fields >> f & 1U) != 0) sink(f, read_count());
    }
    advance_chunk();
  }

 private:
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
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 42; shift += 7) {
      const unsigned byte = *next_++;
      value |= std::uint64_t{byte & 127} << shift;
      if (byte < 128) break;
    }
    form_ = static_cast<unsigned>(value & 3);
    chunk_ += value >> 2;
  }

  const unsigned char* next_ = nullptr;
  const unsigned char* end_ = nullptr;
  std::uint64_t chunk_ = 0;
  unsigned form_ = 0;
};

}  // namespace codeweaver::store
