// Decomposes characters, orders marks, and composes characters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/composition.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "base/utf8.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/characters.hpp"

namespace codeweaver::tokens {
namespace {

constexpr char32_t kFirstChanged = 0x300;  // lower characters never change or move

void put_in_order(std::u32string& text) {
  for (std::size_t begin = 0; begin < text.size();) {
    if (combining_class(text[begin]) == 0) {
      ++begin;
      continue;
    }
    auto end = begin + 1;
    while (end < text.size() && combining_class(text[end]) != 0) ++end;
    std::ranges::stable_sort(text.begin() + static_cast<std::ptrdiff_t>(begin),
                             text.begin() + static_cast<std::ptrdiff_t>(end), {}, combining_class);
    begin = end;
  }
}

/// `text` must be decomposed and ordered.
void compose(std::u32string& text) {
  std::size_t size = 0;  // size of the finished part
  std::size_t letter = std::u32string::npos;
  std::uint32_t before = 0;  // class of the last mark left after the letter
  for (const char32_t c : text) {
    const auto place = combining_class(c);
    const bool is_next = letter != std::u32string::npos && letter + 1 == size;
    if (letter != std::u32string::npos && (is_next || before < place)) {
      if (const auto whole = composed(text[letter], c); whole != 0) {
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
    changes = changes || c >= (composes ? kFirstChanged : 0x80);
    append_decomposed(c, all);
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
