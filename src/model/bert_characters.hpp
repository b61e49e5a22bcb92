// Classes of characters that BERT's tokenizers tell apart.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::model {

/// Punctuation, and in ASCII every mark that is no letter, digit, blank or control.
bool is_bert_punctuation(char32_t c) noexcept;
/// Combines with the letter before it.
bool is_mark(char32_t c) noexcept;
/// Without tab and line ends.
bool is_control(char32_t c) noexcept;
bool is_blank(char32_t c) noexcept;      ///< white space
bool is_ideograph(char32_t c) noexcept;  ///< of Chinese and Japanese, as BERT has them
/// The letter that a letter with accents is made of; itself where there is none.
char32_t without_marks(char32_t c) noexcept;
char32_t lower_of(char32_t c) noexcept;  ///< lower case, where that is one character

}  // namespace codeweaver::model
