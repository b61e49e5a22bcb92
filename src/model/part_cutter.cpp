// PartCutter: finds the borders of parts by bit operations on the classes of 64 bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/part_cutter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "codeweaver/text/identifier.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace codeweaver::model {
namespace {

/// For each class, one bit per byte of a block.
struct ByteMasks {
  std::uint64_t lower = 0, upper = 0, digit = 0, plural = 0;  // plural: an s
};

#ifdef __SSE2__
/// Bytes in [first, last], both ASCII. The comparisons are signed, so bytes above 127 do not match.
__m128i within(__m128i bytes, char first, char last) noexcept {
  return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 1))),
                       _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(last + 1))));
}

std::uint64_t mask_of(__m128i bytes) noexcept {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
}

ByteMasks byte_masks(const char* block) noexcept {
  ByteMasks masks;
  for (unsigned at = 0; at < 64; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + at));
    // Bytes above 127 belong to other scripts and count as lower-case letters.
    masks.lower |= mask_of(_mm_or_si128(bytes, within(bytes, 'a', 'z'))) << at;
    masks.upper |= mask_of(within(bytes, 'A', 'Z')) << at;
    masks.digit |= mask_of(within(bytes, '0', '9')) << at;
    masks.plural |= mask_of(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('s'))) << at;
  }
  return masks;
}
#else
ByteMasks byte_masks(const char* block) noexcept {
  ByteMasks masks;
  for (unsigned at = 0; at < 64; ++at) {
    const auto kind = text::byte_class(block[at]);
    masks.lower |= std::uint64_t{kind == text::ByteClass::kLower} << at;
    masks.upper |= std::uint64_t{kind == text::ByteClass::kUpper} << at;
    masks.digit |= std::uint64_t{kind == text::ByteClass::kDigit} << at;
    masks.plural |= std::uint64_t{block[at] == 's'} << at;
  }
  return masks;
}
#endif

/// Parts begin at a run of digits, of capitals, or of small letters not after a capital. A part
/// also begins at the last of several capitals before a small letter, unless that is the plural s
/// of an acronym (text::part_end).
std::uint64_t part_starts(const ByteMasks& masks) noexcept {
  const auto [lower, upper, digit, plural] = masks;
  const std::uint64_t plural_alone = plural & ~(lower >> 1U);
  const std::uint64_t last_capital = upper & upper << 1U & lower >> 1U & ~(plural_alone >> 1U);
  return (digit & ~(digit << 1U)) | (lower & ~((lower | upper) << 1U)) | (upper & ~(upper << 1U)) |
         last_capital;
}

}  // namespace

const char* PartCutter::block(std::array<char, kBlock>& copy) const noexcept {
  if (next_ != 0 && next_ - 1 + kBlock <= text_.size()) return text_.data() + next_ - 1;
  copy.fill(0);
  const std::size_t first = next_ == 0 ? 0 : next_ - 1, shift = next_ == 0 ? 1 : 0;
  const std::size_t count = std::min(kBlock - shift, text_.size() - first);
  if (count != 0) std::memcpy(copy.data() + shift, text_.data() + first, count);
  return copy.data();
}

std::span<const std::string_view> PartCutter::next() noexcept {
  std::array<char, kBlock> copy;
  const ByteMasks masks = byte_masks(block(copy));
  const std::uint64_t starts = part_starts(masks);
  const std::uint64_t inside = masks.lower | masks.upper | masks.digit;
  constexpr std::uint64_t kDecidedBits = ((std::uint64_t{1} << kDecided) - 1) << 1U;
  std::uint64_t borders = (starts | (~inside & inside << 1U)) & kDecidedBits;
  std::size_t count = 0;
  for (; borders != 0; borders &= borders - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(borders));
    const std::size_t at = next_ + bit - 1;
    parts_[count] = {text_.data() + open_, at - open_};
    count += is_open_ ? 1 : 0;
    open_ = at;
    is_open_ = (starts >> bit & 1U) != 0;
  }
  next_ += kDecided;
  return std::span(parts_).first(count);
}

}  // namespace codeweaver::model
