// Detects questions in languages other than English, and names in code within them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_SPOKEN_LANGUAGE_HPP_
#define CODEWEAVER_TEXT_SPOKEN_LANGUAGE_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/detail/stop_words.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {
namespace detail {

/// Words that are in almost every German, French, Spanish, Portuguese, Italian or Dutch sentence,
/// and rare in English and code.
inline constexpr auto kForeignWords = std::to_array<std::string_view>(
    {"al",     "alla",  "au",    "auf",   "aus",    "avec",  "bei",    "che",    "como", "cual",
     "cuando", "dans",  "das",   "de",    "degli",  "dei",   "del",    "della",  "dem",  "den",
     "der",    "des",   "desde", "di",    "die",    "donde", "dove",   "du",     "een",  "ein",
     "eine",   "einem", "einen", "einer", "el",     "em",    "est",    "gli",    "het",  "hoe",
     "il",     "ist",   "je",    "kann",  "la",     "las",   "le",     "les",    "los",  "mit",
     "naar",   "nach",  "nel",   "nella", "nicht",  "niet",  "nos",    "oder",   "onde", "op",
     "os",     "par",   "para",  "pas",   "por",    "pour",  "quando", "que",    "quel", "quelle",
     "quem",   "qui",   "se",    "sind",  "sont",   "sur",   "uma",    "un",     "una",  "und",
     "une",    "van",   "viene", "voor",  "von",    "waar",  "warum",  "welche", "wenn", "werden",
     "wie",    "wird",  "wo",    "wordt", "worden", "zu",    "zum",    "zur"});

}  // namespace detail

namespace detail {

/// Whether a UTF-8 byte begins an accented letter or a letter of another alphabet. Typographic
/// characters and emoji begin with other bytes.
constexpr bool leads_letter(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0xC3 && byte <= 0xED && byte != 0xE2;
}

/// Whether a text has letters of a non-Latin script.
constexpr bool has_other_script(std::string_view text) noexcept {
  return std::count_if(text.begin(), text.end(), [](char c) {
           return leads_letter(c) && static_cast<unsigned char>(c) >= 0xD0;
         }) >= 3;
}

constexpr bool is_foreign_word(std::string_view lower) noexcept {
  return std::find(kForeignWords.begin(), kForeignWords.end(), lower) != kForeignWords.end();
}

/// Whether a question that begins with this word is not in English.
constexpr bool is_foreign_lead(std::string_view lower) noexcept {
  for (const std::string_view word :
       {"wie", "wo", "warum", "wer", "welche", "welcher", "wann", "pourquoi", "donde", "como",
        "cual", "dove", "onde", "waar", "hoe", "waarom"})
    if (lower == word) return true;
  return false;
}

}  // namespace detail

/// Whether a question is not in English, by its letters or its function words. Never true for a
/// single name.
inline bool looks_foreign(std::string_view query) {
  if (detail::has_other_script(query)) return true;
  std::size_t words = 0, foreign = 0, english = 0;
  bool begins_foreign = false;
  for_each_word(query, [&](std::string_view word) {
    const auto lower = to_lower(word);
    if (++words == 1) begins_foreign = detail::is_foreign_lead(lower);
    if (std::any_of(word.begin(), word.end(), detail::leads_letter) ||
        detail::is_foreign_word(lower))
      ++foreign;
    else if (is_stop_word(lower))
      ++english;
  });
  return words > 2 && foreign > english && (foreign > 1 || begins_foreign);
}

/// Returns the distinct names from code in a question, in order: words with several parts, calls,
/// and quoted words. In a text of another script, all Latin words.
inline std::vector<std::string> names_among_words(std::string_view query) {
  std::vector<std::string> out;
  const auto add = [&out](std::string_view name) {
    while (!name.empty() && byte_class(name.front()) == ByteClass::kSeparator)
      name.remove_prefix(1);
    while (!name.empty() && byte_class(name.back()) == ByteClass::kSeparator) name.remove_suffix(1);
    if (name.size() > 2 && is_ascii(name) && is_qualified_name(name) &&
        std::find(out.begin(), out.end(), name) == out.end())
      out.emplace_back(name);
  };
  const bool is_other_script = detail::has_other_script(query);
  for (std::size_t i = 0; i < query.size();) {
    std::size_t end = i;  // end of a possible name in code
    while (end < query.size() && static_cast<unsigned char>(query[end]) < 0x80 &&
           (byte_class(query[end]) != ByteClass::kSeparator ||
            std::string_view(".:->#()").find(query[end]) != std::string_view::npos))
      ++end;
    const std::string_view word = query.substr(i, end - i);
    const bool is_quoted = i > 0 && end < query.size() &&
                           std::string_view("'\"`").find(query[i - 1]) != std::string_view::npos &&
                           query[end] == query[i - 1];
    const bool is_cut = i > 0 && static_cast<unsigned char>(query[i - 1]) >= 0x80;
    if (!word.empty() && (is_other_script || is_quoted || (!is_cut && detail::is_code_name(word))))
      add(word);
    i = std::max(end, i + 1);
  }
  return out;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_SPOKEN_LANGUAGE_HPP_
