// Words in non-ASCII text: letters, their lower case, and CJK bigrams.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_UNICODE_WORDS_HPP_
#define CODEWEAVER_TEXT_UNICODE_WORDS_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace codeweaver::inline v0_1::text {

constexpr bool is_ascii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// A decoded character and its size in bytes. Each invalid byte decodes to U+FFFD.
struct DecodedChar {
  char32_t code = 0xFFFD;
  std::size_t size = 1;
};
constexpr DecodedChar decode_utf8(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  char32_t code = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  return {code, size};
}
inline void append_utf8(char32_t code, std::string& out) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

/// Non-ASCII punctuation, spaces, symbols, box drawing, emoji and invalid characters.
constexpr bool is_unicode_separator(char32_t c) noexcept {
  return (c >= 0x80 && c < 0xC0 && c != 0xAA && c != 0xB5 && c != 0xBA) || c == 0xD7 || c == 0xF7 ||
         (c >= 0x2000 && c < 0x2C00) || (c >= 0x3000 && c < 0x3040 && c != 0x3005) ||
         (c >= 0xD800 && c < 0xF900) || (c >= 0xFE00 && c < 0xFE70) || c == 0xFEFF ||
         (c >= 0xFF00 && c < 0xFF10) || (c >= 0xFF1A && c < 0xFF21) || c >= 0xFFF0;
}
/// Characters of scripts written without spaces: Han, Hiragana, Katakana.
constexpr bool is_cjk(char32_t c) noexcept {
  return c == 0x3005 || (c >= 0x3040 && c < 0x3100) || (c >= 0x3400 && c < 0xA000) ||
         (c >= 0xF900 && c < 0xFB00);
}
/// Converts Latin-1, Latin Extended-A, Greek and Cyrillic letters to lower case; others stay
/// unchanged.
constexpr char32_t unicode_lower(char32_t c) noexcept {
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;
  if ((c >= 0x100 && c < 0x130) || (c >= 0x132 && c < 0x138) || (c >= 0x14A && c < 0x178))
    return c | 1U;
  if ((c >= 0x139 && c < 0x149) || (c >= 0x179 && c < 0x17F)) return c + (c & 1U);
  if (c >= 0x391 && c <= 0x3A9) return c + 32;
  if (c >= 0x410 && c < 0x430) return c + 32;
  if (c >= 0x400 && c < 0x410) return c + 80;
  return c;
}

/// Appends one word of for_each_word() to `out`, in a form in which spaces separate words:
/// - Non-ASCII letters become lower case. Non-ASCII separators become spaces.
/// - A sequence of CJK characters becomes overlapping pairs of characters. Finding its real words
///   would need a dictionary.
/// - ASCII letters become lower case if the word has no lower-case ASCII letter. Otherwise they
///   keep their case, because later steps split names where the case changes.
inline void fold_unicode(std::string_view word, std::string& out) {
  const bool capitals =
      std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  std::string_view cjk;  // the previous character, when it was CJK
  bool pair_open = false;
  for (std::size_t i = 0; i < word.size();) {
    const DecodedChar c = decode_utf8(word.substr(i));
    const std::string_view bytes = word.substr(i, c.size);
    i += c.size;
    const bool is_pair_char = is_cjk(c.code);
    if (!cjk.empty() && is_pair_char) {
      out.append(" ").append(cjk).append(bytes);
      pair_open = true;
    } else if (!cjk.empty() && !pair_open) {
      out.append(" ").append(cjk).append(" ");
    } else if (!cjk.empty()) {
      out += ' ';
    }
    cjk = is_pair_char ? bytes : std::string_view();
    if (is_pair_char) continue;
    pair_open = false;
    if (c.code < 0x80)
      out += capitals && c.code >= 'A' && c.code <= 'Z' ? static_cast<char>(c.code + 32) : bytes[0];
    else if (is_unicode_separator(c.code))
      out += ' ';
    else
      append_utf8(unicode_lower(c.code), out);
  }
  if (!cjk.empty() && !pair_open) out.append(" ").append(cjk);
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_UNICODE_WORDS_HPP_
