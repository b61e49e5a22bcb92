// A light English suffix stemmer for the words of identifiers and comments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_STEM_HPP_
#define CODEWEAVER_TEXT_STEM_HPP_

#include <cstddef>
#include <string>
#include <string_view>

namespace codeweaver::inline v0_1::text {
namespace detail {

/// The word during stemming. It only gets shorter, except that an e may be added after removing
/// -ing.
struct StemBuffer {
  char* data;
  std::size_t size;

  constexpr std::string_view view() const noexcept { return {data, size}; }
  constexpr bool ends(std::string_view suffix) const noexcept { return view().ends_with(suffix); }
  constexpr char back(std::size_t n) const noexcept { return data[size - 1 - n]; }
};

constexpr bool is_vowel(char c) noexcept {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}
constexpr bool has_vowel(std::string_view text) noexcept {
  for (const char c : text)
    if (is_vowel(c)) return true;
  return false;
}

/// Removes a doubled consonant: "stopp" becomes "stop", "cancell" becomes "cancel". Keeps "add",
/// "call", "pass" and "fuzz".
constexpr void undouble(StemBuffer& word) noexcept {
  if (word.size < 4 || word.back(0) != word.back(1) || is_vowel(word.back(0))) return;
  const char c = word.back(0);
  if (c == 's' || c == 'z' || (c == 'l' && word.size < 6)) return;
  --word.size;
}

/// Removes plural endings: queries to query, classes to class, indexes to index, nodes to node.
constexpr void strip_plural(StemBuffer& word) noexcept {
  if (word.back(0) != 's') return;
  if (word.view() == "ids" || word.view() == "ops") {
    --word.size;
  } else if (word.size < 4) {
    return;
  } else if (word.ends("ies") && word.size > 4) {
    word.size -= 2;
    word.data[word.size - 1] = 'y';
  } else if (word.ends("sses") || word.ends("xes")) {
    word.size -= 2;
  } else if (!word.ends("ss") && !word.ends("us") && !word.ends("is") && !word.ends("ias") &&
             !word.ends("vas")) {
    --word.size;
  }
}

/// Removes endings of verbs: parsing and parsed to pars, stopping to stop, saved to save, copied to
/// copy.
constexpr void strip_verb_form(StemBuffer& word) noexcept {
  const bool ing = word.ends("ing");
  if (!ing && (!word.ends("ed") || word.ends("eed"))) return;
  if (word.view() == "setting" || word.view() == "embed") return;
  if (word.ends("ied") && word.size > 4) {
    word.size -= 2;
    word.data[word.size - 1] = 'y';
    return;
  }
  const std::size_t stem = word.size - (ing ? 3 : 2);
  if (word.size < 5 || stem < 3 || !has_vowel(word.view().substr(0, stem))) return;
  word.size = stem;
  if (word.size == 3 && !is_vowel(word.back(2)) && is_vowel(word.back(1)) &&
      !is_vowel(word.back(0)) && word.back(0) != 'w' && word.back(0) != 'x') {
    word.data[word.size++] = 'e';  // cod(ing), sav(ed), nam(ed)
    return;
  }
  undouble(word);
}

/// Removes endings of nouns made from verbs, if the stem is long: parser, iterator, validation,
/// serialization.
constexpr void strip_noun_form(StemBuffer& word) noexcept {
  if (word.ends("ization") || word.ends("isation")) {
    if (word.size > 8) word.size -= 5;
  } else if (word.ends("mentation")) {
    word.size -= 5;
  } else if ((word.ends("tion") || word.ends("sion")) && word.size >= 8) {
    word.size -= 3;
  } else if (word.ends("tor") && word.size >= 7) {
    word.size -= 2;
  } else if (word.ends("er") && word.size >= 6) {
    word.size -= 2;
    undouble(word);
  }
}

}  // namespace detail

/// Stems the lower-case ASCII word at data[0, size) in place. Returns the new length: at most
/// `size`, and never 0 for a non-empty word. Non-ASCII words do not change unless they end in an
/// English suffix.
///
/// Plurals, verb forms and nouns from verbs get the same stem (parse, parses, parsed, parsing,
/// parser; validate, validation, validator). Words of fewer than four letters stay unchanged. A
/// stem need not be a word; it only serves for comparisons.
constexpr std::size_t stem_in_place(char* data, std::size_t size) noexcept {
  if (size < 3) return size;
  detail::StemBuffer word{data, size};
  detail::strip_plural(word);
  if (word.size > 4) detail::strip_verb_form(word);
  if (word.size > 5) detail::strip_noun_form(word);
  if (word.size > 4 && word.back(0) == 'e') --word.size;
  if (word.size > 5 && word.ends("ll")) --word.size;
  return word.size;
}

/// The stem of a lower-case word.
inline std::string stem(std::string_view word) {
  std::string copy(word);
  copy.resize(stem_in_place(copy.data(), copy.size()));
  return copy;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_STEM_HPP_
