// Classifies characters by utf8proc, corrected where the reference tokenizers use another version
// of Unicode.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/characters.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "tokens/character_corrections.hpp"

namespace codeweaver::tokens {
namespace {

constexpr char32_t kFirstMark = 0x300;  // no lower character combines
constexpr std::size_t kMostParts = 4;   // of a full canonical decomposition

utf8proc_int32_t code_of(char32_t c) noexcept {
  return static_cast<utf8proc_int32_t>(c);
}

int category_of(char32_t c) noexcept {
  return utf8proc_category(code_of(c));
}

/// The row that contains `c`; nullptr if none does. `rows` is in ascending order.
template <class Row>
const Row* row_of(std::span<const Row> rows, char32_t c) noexcept {
  const auto after = std::ranges::upper_bound(rows, c, {}, &Row::first);
  if (after == rows.begin() || c > std::prev(after)->last) return nullptr;
  return &*std::prev(after);
}

bool corrected(std::span<const corrections::Class> rows, char32_t c, bool holds) noexcept {
  const auto* row = row_of(rows, c);
  return row != nullptr ? row->holds : holds;
}

}  // namespace

bool is_bert_punctuation(char32_t c) noexcept {
  if (c < 0x80)
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
  const int category = category_of(c);
  return corrected(corrections::punctuation(), c,
                   category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO);
}

bool is_dropped(char32_t c) noexcept {
  if (c < 0x80) return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  const int category = category_of(c);
  return corrected(corrections::controls(), c,
                   category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
                       category == UTF8PROC_CATEGORY_CO || c == 0xFFFD);
}

bool is_blank(char32_t c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool is_ideograph(char32_t c) noexcept {
  return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x2A6DF) ||
         (c >= 0x2A700 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
         (c >= 0x2F800 && c <= 0x2FA1F);
}

bool is_letter(char32_t c) noexcept {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const int category = category_of(c);
  return corrected(corrections::letters(), c,
                   category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO);
}

bool is_number(char32_t c) noexcept {
  if (c < 0x80) return c >= '0' && c <= '9';
  const int category = category_of(c);
  return corrected(corrections::numbers(), c,
                   category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

bool is_mark(char32_t c) noexcept {
  return c >= kFirstMark &&
         corrected(corrections::marks(), c, category_of(c) == UTF8PROC_CATEGORY_MN);
}

bool extends_before(char32_t c) noexcept {
  if (c < kFirstMark) return false;
  const auto kind = utf8proc_get_property(code_of(c))->boundclass;
  return corrected(corrections::extending(), c,
                   kind == UTF8PROC_BOUNDCLASS_EXTEND || kind == UTF8PROC_BOUNDCLASS_ZWJ ||
                       kind == UTF8PROC_BOUNDCLASS_SPACINGMARK);
}

bool stands_alone(char32_t c) noexcept {
  if (c < 0x300) return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD;
  return c == 0x61C || c == 0x180E || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF0 && c <= 0xFFFB);
}

void append_without_marks(char32_t c, std::u32string& out) {
  const std::size_t begin = out.size();
  append_decomposed(c, out);
  const auto marks =
      std::ranges::remove_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), is_mark);
  out.erase(marks.begin(), marks.end());
}

void append_lower(char32_t c, std::u32string& out) {
  if (c < 0x80) {
    out += c >= 'A' && c <= 'Z' ? c + 32 : c;
  } else if (c == 0x130) {  // I with a dot; the dot becomes a mark on the small letter
    out += {U'i', char32_t{0x307}};
  } else if (const auto* row = row_of(corrections::lower(), c); row != nullptr) {
    const bool is_upper = (c - row->first) % row->step == 0;
    out += static_cast<char32_t>(code_of(c) + (is_upper ? row->distance : 0));
  } else {
    out += static_cast<char32_t>(utf8proc_tolower(code_of(c)));
  }
}

void append_decomposed(char32_t c, std::u32string& out) {
  std::array<utf8proc_int32_t, kMostParts> parts{};
  int last_class = 0;  // of utf8proc, for joining grapheme clusters; not asked for
  const auto count = c < 0xC0 || row_of(corrections::whole(), c) != nullptr
                         ? 0
                         : utf8proc_decompose_char(code_of(c), parts.data(), kMostParts,
                                                   UTF8PROC_DECOMPOSE, &last_class);
  if (count < 1 || count > static_cast<utf8proc_ssize_t>(kMostParts)) {
    out += c;
    return;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    out += static_cast<char32_t>(parts[i]);
}

char32_t composed(char32_t first, char32_t second) noexcept {
  std::array<utf8proc_int32_t, 2> pair{code_of(first), code_of(second)};
  constexpr auto kComposing = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  if (utf8proc_normalize_utf32(pair.data(), pair.size(), kComposing) != 1) return 0;
  const auto whole = static_cast<char32_t>(pair[0]);
  return row_of(corrections::whole(), whole) != nullptr ? 0 : whole;
}

std::uint32_t combining_class(char32_t c) noexcept {
  if (c < kFirstMark || row_of(corrections::unordered(), c) != nullptr) return 0;
  return static_cast<std::uint32_t>(utf8proc_get_property(code_of(c))->combining_class);
}

}  // namespace codeweaver::tokens
