// Tables of characters above ASCII, in ascending order; used by characters.hpp.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace codeweaver::tokens::tables {

/// First to last character. In bases(): a character, and its form without marks.
struct Range {
  char32_t first, last;
};
/// A character, and the two or three characters of its form without marks.
struct Parts {
  char32_t whole, first, second, third = 0;
};
/// Upper-case letters from first to last, in steps, and the distance to their lower case.
struct Shift {
  char32_t first, last, step;
  std::int32_t distance;
};

std::span<const Range> punctuation() noexcept;  ///< of BertPreTokenizer
std::span<const Range> marks() noexcept;        ///< dropped with accents
std::span<const Range> controls() noexcept;     ///< dropped by BertNormalizer's clean_text
std::span<const Range> ideographs() noexcept;   ///< its Chinese characters
std::span<const Range> letters() noexcept;      ///< \p{L} of ByteLevel's pattern
std::span<const Range> numbers() noexcept;      ///< \p{N} of ByteLevel's pattern
std::span<const Range> extending() noexcept;    ///< combined with the preceding character
std::span<const Range> bases() noexcept;  ///< characters with a one-character form without marks
std::span<const Parts> parts() noexcept;  ///< characters with a longer form, except Hangul
std::span<const Shift> lower() noexcept;  ///< upper-case letters with a one-character lower case

}  // namespace codeweaver::tokens::tables
