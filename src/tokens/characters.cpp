// Looks characters up in the tables of the reference tokenizers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/characters.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "tokens/character_tables.hpp"
#include "tokens/hangul.hpp"

namespace codeweaver::tokens {
namespace {

bool is_within(std::span<const tables::Range> ranges, char32_t c) noexcept {
  const auto at = std::ranges::upper_bound(ranges, c, {}, &tables::Range::first);
  return at != ranges.begin() && c <= std::prev(at)->last;
}

bool is_ascii_letter(char32_t c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

bool is_bert_punctuation(char32_t c) noexcept {
  if (c < 0x80)
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
  return is_within(tables::punctuation(), c);
}

bool is_dropped(char32_t c) noexcept {
  if (c < 0x80) return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  return is_within(tables::controls(), c);
}

bool is_blank(char32_t c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool is_ideograph(char32_t c) noexcept {
  return c >= 0x3400 && is_within(tables::ideographs(), c);
}

bool is_letter(char32_t c) noexcept {
  return c < 0x80 ? is_ascii_letter(c) : is_within(tables::letters(), c);
}

bool is_number(char32_t c) noexcept {
  return c < 0x80 ? c >= '0' && c <= '9' : is_within(tables::numbers(), c);
}

bool is_mark(char32_t c) noexcept {
  return c >= 0x300 && is_within(tables::marks(), c);
}

bool extends_before(char32_t c) noexcept {
  return c >= 0x300 && is_within(tables::extending(), c);
}

bool stands_alone(char32_t c) noexcept {
  if (c < 0x300) return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD;
  return c == 0x61C || c == 0x180E || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF0 && c <= 0xFFFB);
}

void append_without_marks(char32_t c, std::u32string& out) {
  if (c < 0xC0) {
    out += c;
  } else if (hangul::is_syllable(c)) {
    hangul::append_parts(c, out);
  } else if (const auto base =
                 std::ranges::lower_bound(tables::bases(), c, {}, &tables::Range::first);
             base != tables::bases().end() && base->first == c) {
    out += base->last;
  } else if (const auto parts =
                 std::ranges::lower_bound(tables::parts(), c, {}, &tables::Parts::whole);
             parts != tables::parts().end() && parts->whole == c) {
    out += {parts->first, parts->second};
    if (parts->third != 0) out += parts->third;
  } else if (!is_mark(c)) {
    out += c;
  }
}

void append_lower(char32_t c, std::u32string& out) {
  if (c < 0x80) {
    out += c >= 'A' && c <= 'Z' ? c + 32 : c;
  } else if (c == 0x130) {  // I with a dot; the dot becomes a mark on the small letter
    out += {U'i', char32_t{0x307}};
  } else {
    const auto all = tables::lower();
    const auto after = std::ranges::upper_bound(all, c, {}, &tables::Shift::first);
    const bool is_upper = after != all.begin() && c <= std::prev(after)->last &&
                          (c - std::prev(after)->first) % std::prev(after)->step == 0;
    const std::int32_t distance = is_upper ? std::prev(after)->distance : 0;
    out += static_cast<char32_t>(static_cast<std::int64_t>(c) + distance);
  }
}

}  // namespace codeweaver::tokens
