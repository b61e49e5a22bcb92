// Character classes and parts of characters, as in the reference tokenizers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace codeweaver::tokens {

/// Punctuation; in ASCII, every character except letters, digits, blanks and controls.
bool is_bert_punctuation(char32_t c) noexcept;
/// Characters that BERT drops: controls except tab and line ends, format and private-use
/// characters, U+0000, U+FFFD.
bool is_dropped(char32_t c) noexcept;
bool is_blank(char32_t c) noexcept;      ///< white space
bool is_ideograph(char32_t c) noexcept;  ///< Chinese and Japanese, as defined by BERT
bool is_letter(char32_t c) noexcept;     ///< of any script
bool is_number(char32_t c) noexcept;     ///< digits and numerals of any script
/// Combines with the preceding letter.
bool is_mark(char32_t c) noexcept;
/// Forms one visible character with the preceding one.
bool extends_before(char32_t c) noexcept;
/// Controls and format characters, which never combine.
bool stands_alone(char32_t c) noexcept;
/// Appends a character without its marks: the letter under an accent, or the parts of a Korean
/// syllable. Appends nothing for a mark, even if it stands alone.
void append_without_marks(char32_t c, std::u32string& out);
/// Appends the lower case of a character.
void append_lower(char32_t c, std::u32string& out);
/// Appends the full canonical decomposition of a character; the character itself if it has none.
void append_decomposed(char32_t c, std::u32string& out);
/// The character that canonical composition makes of two; 0: none.
char32_t composed(char32_t first, char32_t second) noexcept;
/// The canonical combining class; 0 for every character that is not reordered.
std::uint32_t combining_class(char32_t c) noexcept;

}  // namespace codeweaver::tokens
