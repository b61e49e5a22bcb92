// BertNormalizer and BertPreTokenizer, one character at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/bert_text.hpp"

#include "base/utf8.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/characters.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {

BertText BertText::parse(const json::Value& normalizer) {
  BertText out;
  out.cleans = flag_of(&normalizer, "clean_text", true);
  out.splits_ideographs = flag_of(&normalizer, "handle_chinese_chars", true);
  out.lowers = flag_of(&normalizer, "lowercase", true);
  out.strips_marks = flag_of(&normalizer, "strip_accents", out.lowers);
  return out;
}

std::string BertText::normalized(std::string_view text) const {
  std::string out;
  out.reserve(text.size());
  std::u32string bare, small;
  while (!text.empty()) {
    const auto [code, size] = text::decode_utf8(text);
    text.remove_prefix(size);
    char32_t c = code;
    if (cleans) {
      if (is_dropped(c)) continue;
      if (is_blank(c)) c = ' ';
    }
    const bool stands_alone = splits_ideographs && is_ideograph(c);
    if (stands_alone) out += ' ';
    bare.clear();
    small.clear();
    if (strips_marks)
      append_without_marks(c, bare);
    else
      bare += c;
    for (const char32_t part : bare) {
      if (lowers)
        append_lower(part, small);
      else
        small += part;
    }
    for (const char32_t part : small) base::append_utf8(part, out);
    if (stands_alone) out += ' ';
  }
  return out;
}

bool for_each_bert_word(std::string_view text,
                        const std::function<bool(std::string_view word)>& take) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [c, size] = text::decode_utf8(text.substr(at));
    const bool is_apart = is_bert_punctuation(c);
    if (is_apart || is_blank(c)) {
      if (at > begin && !take(text.substr(begin, at - begin))) return false;
      if (is_apart && !take(text.substr(at, size))) return false;
      begin = at + size;
    }
    at += size;
  }
  return begin >= text.size() || take(text.substr(begin));
}

}  // namespace codeweaver::tokens
