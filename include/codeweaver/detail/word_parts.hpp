// WordParts: splits one word into its parts, eight bytes at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_WORD_PARTS_HPP_
#define CODEWEAVER_TEXT_WORD_PARTS_HPP_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// Longer words are data (base64, hashes, minified code) and produce no terms.
inline constexpr std::size_t kMaxWordBytes = 128;

namespace detail {

/// Loads eight bytes as a number; the first byte is the lowest.
inline std::uint64_t load_bytes(const char* bytes) noexcept {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// Classifies eight bytes of a word as letters, digits or underscores. Bytes of other scripts count
/// as lower-case letters. In each result, the top bit of a byte is set if the byte is of that kind.
class ByteKinds {
 public:
  explicit constexpr ByteKinds(std::uint64_t bytes) noexcept
      : bytes_(bytes), bit6_(bytes << 1U), bit5_(bytes << 2U) {}

  constexpr std::uint64_t underscores() const noexcept { return equal_to('_'); }
  constexpr std::uint64_t plurals() const noexcept { return equal_to('s'); }
  constexpr std::uint64_t lower() const noexcept { return (bytes_ | (bit6_ & bit5_)) & kTop; }
  constexpr std::uint64_t upper() const noexcept {
    return bit6_ & ~bit5_ & ~bytes_ & kTop & ~underscores();
  }
  constexpr std::uint64_t digits() const noexcept { return bit5_ & ~bit6_ & ~bytes_ & kTop; }
  /// The bytes with capitals in lower case. Underscores get another value.
  constexpr std::uint64_t lower_cased() const noexcept {
    return bytes_ | ((bit6_ & ~bit5_ & ~bytes_ & kTop) >> 2U);
  }

 private:
  static constexpr std::uint64_t kTop = 0x8080808080808080U;

  constexpr std::uint64_t equal_to(char c) const noexcept {
    const std::uint64_t other =
        bytes_ ^ (0x0101010101010101U * static_cast<unsigned char>(c));  // 0 where equal
    return ~(((other & ~kTop) + ~kTop) | other) & kTop;
  }

  std::uint64_t bytes_, bit6_, bit5_;
};

/// Collects the top bits of eight bytes into eight bits.
constexpr std::uint64_t gathered(std::uint64_t top_bits) noexcept {
  return ((top_bits >> 7U) * 0x0102040810204080U) >> 56U;
}

/// One word in lower case without underscores, and the ends of its parts.
class WordParts {
 public:
  /// Splits `word` like for_each_part(). The word must have 1 to kMaxWordBytes letters, digits and
  /// underscores.
  void assign(std::string_view word) noexcept {
    if (word.size() < 64)
      assign_short(word);
    else
      assign_long(word);
  }
  /// Fast path for words of at most 16 lower-case ASCII letters; they have one part. Returns false
  /// for other words.
  bool assign_small_letters(std::string_view word) noexcept {
    const char* const begin = word.data();
    const char* const end = begin + word.size();
    if (word.size() > 16) return false;
    if (word.size() >= 8) return take_ends<std::uint64_t>(begin, end);
    if (word.size() >= 4) return take_ends<std::uint32_t>(begin, end);
    if (word.size() >= 2) return take_ends<std::uint16_t>(begin, end);
    return take_ends<std::uint8_t>(begin, end);
  }
  void assign_whole(std::string_view word) noexcept {
    size_ = 0;
    for (const char c : word) text_[size_++] = to_lower(c);
    ends_[0] = size_;
    count_ = 1;
  }
  std::size_t count() const noexcept { return count_; }
  std::string_view whole() const noexcept { return {text_.data(), size_}; }
  /// The bytes of a part; the caller may stem them in place.
  std::pair<char*, std::size_t> part(std::size_t i) noexcept {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {text_.data() + begin, ends_[i] - begin};
  }

 private:
  static constexpr std::size_t kStep = sizeof(std::uint64_t);

  template <class Bytes>
  bool take_ends(const char* begin, const char* end) noexcept {
    constexpr auto kKind = static_cast<Bytes>(0xE0E0E0E0E0E0E0E0U);
    constexpr auto kSmall = static_cast<Bytes>(0x6060606060606060U);
    Bytes first = 0, last = 0;
    std::memcpy(&first, begin, sizeof first);
    std::memcpy(&last, end - sizeof last, sizeof last);
    if ((first & kKind) != kSmall || (last & kKind) != kSmall) return false;
    size_ = ends_[0] = static_cast<std::size_t>(end - begin);
    count_ = 1;
    std::memcpy(text_.data(), &first, sizeof first);
    std::memcpy(text_.data() + size_ - sizeof last, &last, sizeof last);
    return true;
  }

  void assign_short(std::string_view word) noexcept {
    std::array<char, 64 + kStep> lower_case;
    std::memcpy(lower_case.data(), word.data(), word.size());
    std::memset(lower_case.data() + word.size(), 0, kStep);
    std::uint64_t lower = 0, upper = 0, digit = 0, plural = 0;
    for (std::size_t at = 0; at < word.size(); at += kStep) {
      const ByteKinds kinds(load_bytes(lower_case.data() + at));
      lower |= gathered(kinds.lower()) << at;
      upper |= gathered(kinds.upper()) << at;
      digit |= gathered(kinds.digits()) << at;
      plural |= gathered(kinds.plurals()) << at;
      const std::uint64_t bytes = kinds.lower_cased();
      std::memcpy(lower_case.data() + at, &bytes, kStep);
    }
    const std::uint64_t inside = lower | upper | digit;
    const std::uint64_t starts = part_starts(lower, upper, digit, plural);
    const std::uint64_t ends = starts | (~inside & inside << 1U);
    size_ = count_ = 0;
    for (std::uint64_t left = starts; left != 0; left &= left - 1) {
      const auto begin = static_cast<std::size_t>(std::countr_zero(left));
      const auto end = static_cast<std::size_t>(std::countr_zero(ends & ~(left ^ (left - 1))));
      // Copies whole steps: bytes after the part are overwritten later or ignored.
      for (std::size_t i = begin; i < end; i += kStep)
        std::memcpy(text_.data() + size_ + (i - begin), lower_case.data() + i, kStep);
      size_ += end - begin;
      ends_[count_++] = size_;
    }
  }

  /// A part starts at a run of digits, at a run of capitals, and at a run of lower-case letters
  /// that does not follow a capital. It also starts at the last of several capitals before a
  /// lower-case letter, unless that letter is the plural s of an acronym.
  static constexpr std::uint64_t part_starts(std::uint64_t lower, std::uint64_t upper,
                                             std::uint64_t digit, std::uint64_t plural) noexcept {
    const std::uint64_t plural_alone = plural & ~(lower >> 1U);
    const std::uint64_t last_capital = upper & upper << 1U & lower >> 1U & ~(plural_alone >> 1U);
    return (digit & ~(digit << 1U)) | (lower & ~((lower | upper) << 1U)) |
           (upper & ~(upper << 1U)) | last_capital;
  }

  void assign_long(std::string_view word) noexcept {
    size_ = count_ = 0;
    for_each_part(word, [this](std::string_view part) {
      for (const char c : part) text_[size_++] = to_lower(c);
      ends_[count_++] = size_;
    });
  }

  std::array<char, kMaxWordBytes + kStep> text_;
  std::array<std::size_t, kMaxWordBytes> ends_;
  std::size_t size_ = 0, count_ = 0;
};

}  // namespace detail
}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_WORD_PARTS_HPP_
