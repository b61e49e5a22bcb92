// Classes of characters that tokenizers tell apart, as the reference tokenizers have them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

namespace codeweaver::tokens {

/// Punctuation, and in ASCII every mark that is no letter, digit, blank or control.
bool is_bert_punctuation(char32_t c) noexcept;
/// What BERT drops: controls but tab and line ends, formats, private characters, U+0000, U+FFFD.
bool is_dropped(char32_t c) noexcept;
bool is_blank(char32_t c) noexcept;      ///< white space
bool is_ideograph(char32_t c) noexcept;  ///< of Chinese and Japanese, as BERT has them
bool is_letter(char32_t c) noexcept;     ///< of any script
bool is_number(char32_t c) noexcept;     ///< digits and numerals of any script
/// Combines with the letter before it.
bool is_mark(char32_t c) noexcept;
/// A reader takes it with the character before it for one.
bool extends_before(char32_t c) noexcept;
/// Controls and formats, which nothing extends.
bool stands_alone(char32_t c) noexcept;
/// Appends what is left of a character without its marks: the letter under an accent, the parts of
/// a Korean syllable, nothing of a mark. A mark that stands alone is dropped, too.
void append_without_marks(char32_t c, std::u32string& out);
/// Appends its lower case.
void append_lower(char32_t c, std::u32string& out);

}  // namespace codeweaver::tokens
