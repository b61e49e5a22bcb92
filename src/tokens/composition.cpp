// Decomposes characters, orders marks, and composes characters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/composition.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>

#include "base/utf8.hpp"
#include "codeweaver/text/unicode_words.hpp"
#include "tokens/composition_tables.hpp"
#include "tokens/hangul.hpp"

namespace codeweaver::tokens {
namespace {

constexpr char32_t kFirstMark = 0x300;  // lower characters never change or move

std::uint32_t place_of(char32_t c) noexcept {
  if (c < kFirstMark) return 0;
  const auto orders = tables::orders();
  const auto at = std::ranges::upper_bound(orders, c, {}, &tables::Order::first);
  return at != orders.begin() && c <= std::prev(at)->last ? std::prev(at)->place : 0;
}

void append_apart(char32_t c, std::u32string& out) {
  if (hangul::is_syllable(c)) return hangul::append_parts(c, out);
  const auto table = tables::decompositions();
  const auto at = std::ranges::lower_bound(table, c, {}, &tables::Decomposition::whole);
  if (c < 0x80 || at == table.end() || at->whole != c) {
    out += c;
    return;
  }
  for (const char32_t part : {at->first, at->second, at->third, at->fourth})
    if (part != 0) out += part;
}

void put_in_order(std::u32string& text) {
  for (std::size_t begin = 0; begin < text.size();) {
    if (place_of(text[begin]) == 0) {
      ++begin;
      continue;
    }
    auto end = begin + 1;
    while (end < text.size() && place_of(text[end]) != 0) ++end;
    std::ranges::stable_sort(text.begin() + static_cast<std::ptrdiff_t>(begin),
                             text.begin() + static_cast<std::ptrdiff_t>(end), {}, place_of);
    begin = end;
  }
}

/// The composed character; 0: none.
char32_t together(char32_t first, char32_t second) noexcept {
  if (const auto syllable = hangul::together(first, second); syllable != 0) return syllable;
  const auto table = tables::compositions();
  const auto key = std::tuple(first, second);
  const auto at = std::ranges::lower_bound(table, key, {}, [](const tables::Composition& one) {
    return std::tuple(one.first, one.second);
  });
  return at != table.end() && std::tuple(at->first, at->second) == key ? at->whole : 0;
}

/// `text` must be decomposed and ordered.
void compose(std::u32string& text) {
  std::size_t size = 0;  // size of the finished part
  std::size_t letter = std::u32string::npos;
  std::uint32_t before = 0;  // class of the last mark left after the letter
  for (const char32_t c : text) {
    const auto place = place_of(c);
    const bool is_next = letter != std::u32string::npos && letter + 1 == size;
    if (letter != std::u32string::npos && (is_next || before < place)) {
      if (const auto whole = together(text[letter], c); whole != 0) {
        text[letter] = whole;
        continue;
      }
    }
    if (place == 0) letter = size;
    before = place;
    text[size++] = c;
  }
  text.resize(size);
}

}  // namespace

std::string Composition::normalized(std::string_view text) const {
  std::u32string all;
  bool changes = false;
  for (auto rest = text; !rest.empty();) {
    const auto [c, size] = text::decode_utf8(rest);
    rest.remove_prefix(size);
    changes = changes || c >= (composes ? kFirstMark : 0x80);
    append_apart(c, all);
  }
  if (!changes) return std::string(text);
  put_in_order(all);
  if (composes) compose(all);
  std::string out;
  out.reserve(text.size());
  for (const char32_t c : all) base::append_utf8(c, out);
  return out;
}

}  // namespace codeweaver::tokens
