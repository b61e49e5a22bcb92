// Tests of character classes, for characters that are easy to classify wrongly.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/characters.hpp"

#include <doctest/doctest.h>

#include <string>

namespace codeweaver::tokens {
namespace {

std::u32string without_marks(char32_t c) {
  std::u32string out;
  append_without_marks(c, out);
  return out;
}

std::u32string lower(char32_t c) {
  std::u32string out;
  append_lower(c, out);
  return out;
}

}  // namespace

TEST_CASE("characters: classes are those of BERT's tokenizer") {
  CHECK(is_bert_punctuation('$'));
  CHECK(is_bert_punctuation(U'—'));
  CHECK_FALSE(is_bert_punctuation(U'€'));
  CHECK(is_mark(0x301));
  CHECK(is_dropped(0x200B));
  CHECK_FALSE(is_dropped('\t'));
  CHECK(is_dropped(0xFFFD));
  CHECK(is_dropped(0xE123));
  CHECK(is_blank(0xA0));
  CHECK(is_ideograph(U'中'));
  CHECK_FALSE(is_ideograph(U'あ'));
  CHECK(is_letter(U'ß'));
  CHECK(is_letter(U'中'));
  CHECK_FALSE(is_letter(0x301));
  CHECK(is_number(U'½'));
  CHECK_FALSE(is_number(U'x'));
}

TEST_CASE("characters: marks go, and what they stood on stays") {
  CHECK(without_marks(U'é') == U"e");
  CHECK(without_marks(U'й') == U"и");
  CHECK(without_marks(U'ß') == U"ß");
  CHECK(without_marks(0x301).empty());
  CHECK(without_marks(U'한') == U"\u1112\u1161\u11AB");
  CHECK(without_marks(U'가') == U"\u1100\u1161");
  CHECK(without_marks(0x9CB) == U"\u09C7\u09BE");  // a vowel of Bengali that is written around
}

TEST_CASE("characters: lower case is that of the character alone") {
  CHECK(lower('Z') == U"z");
  CHECK(lower(U'Я') == U"я");
  CHECK(lower(U'Ā') == U"ā");
  CHECK(lower(U'ā') == U"ā");
  CHECK(lower(U'Σ') == U"σ");
  CHECK(lower(0x130) == U"i\u0307");
}

}  // namespace codeweaver::tokens
