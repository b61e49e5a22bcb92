// Subwords: splits text into the words of a static model. Shared by the library and the trainer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codeweaver/text/identifier.hpp"

namespace codeweaver::model {

/// Longer parts are data (base64, minified code), not words.
inline constexpr std::size_t kMaxWordBytes = 24;
/// Shorter pieces of an unknown word are meaningless.
inline constexpr std::size_t kMinPieceBytes = 3;
inline constexpr std::uint32_t kUnknownWord = 0xFFFFFFFFU;

/// Calls visit(std::string_view) for each lower-cased identifier part of at most kMaxWordBytes.
template <class Visit>
void for_each_subword(std::string_view text, Visit&& visit) {
  std::array<char, kMaxWordBytes> lower;
  text::for_each_part(text, [&](std::string_view part) {
    if (part.size() > kMaxWordBytes) return;
    for (std::size_t i = 0; i < part.size(); ++i) lower[i] = text::to_lower(part[i]);
    visit(std::string_view(lower.data(), part.size()));
  });
}

/// Calls visit(word number) for a lower-cased part: its number, or the numbers of its pieces.
/// `find` maps a word to its number or to kUnknownWord. An unknown word of letters is cut from the
/// left into the longest known pieces; unknown rests are skipped.
template <class Find, class Visit>
void for_each_number_of_word(std::string_view word, const Find& find, Visit&& visit) {
  if (const std::uint32_t number = find(word); number != kUnknownWord) return visit(number);
  if (text::byte_class(word.front()) == text::ByteClass::kDigit) return;
  while (word.size() >= kMinPieceBytes) {
    std::size_t length = word.size();
    std::uint32_t number = find(word);
    while (number == kUnknownWord && length > kMinPieceBytes)
      number = find(word.substr(0, --length));
    if (number == kUnknownWord) return;
    visit(number);
    word.remove_prefix(length);
  }
}

/// Like for_each_number_of_word(), for all words of `text`.
template <class Find, class Visit>
void for_each_word_number(std::string_view text, const Find& find, Visit&& visit) {
  for_each_subword(text,
                   [&](std::string_view word) { for_each_number_of_word(word, find, visit); });
}

}  // namespace codeweaver::model
