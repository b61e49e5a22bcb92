// Characters above ASCII for which the reference tokenizers differ from utf8proc's Unicode 15.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>

/// Each table is in ascending order.
namespace codeweaver::tokens::corrections {

/// Characters from first to last that belong to a class, or do not.
struct Class {
  char32_t first, last;
  bool holds;
};
struct Range {
  char32_t first, last;
};
/// Letters from first to last, in steps, and the distance to their lower case.
struct Shift {
  char32_t first, last, step;
  std::int32_t distance;
};

std::span<const Class> punctuation() noexcept;  ///< of BertPreTokenizer
std::span<const Class> marks() noexcept;        ///< dropped with accents
std::span<const Class> controls() noexcept;     ///< dropped by BertNormalizer's clean_text
std::span<const Class> letters() noexcept;      ///< \p{L} of ByteLevel's pattern
std::span<const Class> numbers() noexcept;      ///< \p{N} of ByteLevel's pattern
std::span<const Class> extending() noexcept;    ///< combined with the preceding character
std::span<const Shift> lower() noexcept;        ///< upper-case letters, except U+0130
std::span<const Range> whole() noexcept;        ///< neither decomposed nor composed
std::span<const Range> unordered() noexcept;    ///< marks that are not reordered

}  // namespace codeweaver::tokens::corrections
