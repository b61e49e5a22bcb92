// Tables of the characters above ASCII, in ascending order; characters.hpp looks things up in them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace codeweaver::tokens::tables {

/// From first to last; in bases() a character and what is left of it without marks.
struct Range {
  char32_t first, last;
};
/// A character, and the two or three that are left of it without marks.
struct Parts {
  char32_t whole, first, second, third = 0;
};
/// Upper case letters from first to last, in steps, and how far their lower case is away.
struct Shift {
  char32_t first, last, step;
  std::int32_t distance;
};

std::span<const Range> punctuation() noexcept;  ///< of BertPreTokenizer
std::span<const Range> marks() noexcept;        ///< dropped with accents
std::span<const Range> controls() noexcept;     ///< dropped by BertNormalizer's clean_text
std::span<const Range> ideographs() noexcept;   ///< its Chinese characters
std::span<const Range> letters() noexcept;      ///< \p{L} of ByteLevel's pattern
std::span<const Range> numbers() noexcept;      ///< \p{N} of it
std::span<const Range> extending() noexcept;    ///< joined to the character before them
std::span<const Range> bases() noexcept;        ///< characters with marks that leave one
std::span<const Parts> parts() noexcept;        ///< those that leave more, without Hangul
std::span<const Shift> lower() noexcept;        ///< where lower case is one character

}  // namespace codeweaver::tokens::tables
