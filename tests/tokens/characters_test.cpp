// Tests of character classes, for characters that are easy to classify wrongly.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/characters.hpp"

#include <doctest/doctest.h>
#include <utf8proc.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "tokens/composition.hpp"

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

/// FNV-1a over numbers.
class Sum {
 public:
  void add(std::uint32_t number) noexcept {
    for (int i = 0; i < 4; ++i) {
      value_ = (value_ ^ (number & 0xFFU)) * 1099511628211ULL;
      number >>= 8U;
    }
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037ULL;
};

template <class Add>
std::uint64_t sum_of_all(Add add) {
  Sum sum;
  for (char32_t c = 0; c < 0x110000; ++c)
    if (c < 0xD800 || c >= 0xE000) add(sum, c);
  return sum.value();
}

std::uint64_t sum_of_class(bool (*holds)(char32_t) noexcept) {
  return sum_of_all([holds](Sum& sum, char32_t c) {
    if (holds(c)) sum.add(c);
  });
}

std::uint64_t sum_of_parts(void (*append)(char32_t, std::u32string&)) {
  return sum_of_all([append](Sum& sum, char32_t c) {
    std::u32string out;
    append(c, out);
    if (out == std::u32string{c}) return;
    sum.add(c);
    for (const char32_t part : out) sum.add(part);
  });
}

/// Each character alone, after the last mark of Unicode's order, and before the first.
std::uint64_t sum_of_forms(const Composition& form) {
  return sum_of_all([&form](Sum& sum, char32_t c) {
    for (const std::u32string& text : {std::u32string{c}, U"a\u0345" + std::u32string{c},
                                       U"a" + std::u32string{c} + U"\u0334"}) {
      std::string bytes;
      for (const char32_t one : text) base::append_utf8(one, bytes);
      const auto out = form.normalized(bytes);
      if (out == bytes) continue;
      sum.add(c);
      for (const char byte : out) sum.add(static_cast<unsigned char>(byte));
    }
  });
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

// The sums come from tables of the reference tokenizers (tokenizers 0.23.3).
TEST_CASE("characters: all of Unicode is treated as by the reference tokenizers") {
  if (std::string_view(utf8proc_unicode_version()) != "15.0.0") return;  // newer characters differ
  CHECK(sum_of_class(is_bert_punctuation) == 0x44cc3f6f89dbdb6f);
  CHECK(sum_of_class(is_dropped) == 0x1f16de9e1ee9720a);
  CHECK(sum_of_class(is_ideograph) == 0xfad0dd5e60c3e685);
  CHECK(sum_of_class(is_letter) == 0xf41bf72239455b4f);
  CHECK(sum_of_class(is_number) == 0xd15586ee8a145a41);
  CHECK(sum_of_class(is_mark) == 0xbb1b649f88147b1f);
  CHECK(sum_of_class(extends_before) == 0x31f0fa61d4fb6ab1);
  CHECK(sum_of_parts(append_without_marks) == 0x1528232360050e7f);
  CHECK(sum_of_parts(append_lower) == 0xbaad3434ea5d0924);
  CHECK(sum_of_forms(Composition{false}) == 0x8517b26afd70cc88);
  CHECK(sum_of_forms(Composition{true}) == 0x4a88149f81306a47);
  CHECK(sum_of_all([](Sum& sum, char32_t c) {
          if (const auto place = combining_class(c); place != 0) {
            sum.add(c);
            sum.add(place);
          }
        }) == 0x30cb433f0bb1e4ba);
}

}  // namespace codeweaver::tokens
