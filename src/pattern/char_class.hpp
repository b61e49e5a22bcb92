// CharClass: a set of characters, as ranges and named properties.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace codeweaver::pattern {

using CharRange = std::pair<char32_t, char32_t>;  ///< first and last, inclusive
using CharRanges = std::vector<CharRange>;

/// The characters that one step of a pattern matches. Never a line feed.
struct CharClass {
  CharRanges ranges{};               ///< in any order
  std::vector<std::string> named{};  ///< \p{..} and \P{..} in RE2 syntax
  bool is_negated = false;
  bool folds_case = false;
};

// The classes of Perl's letters, by Unicode.

CharClass digits();
CharClass spaces();
CharClass word_characters();
/// The ASCII ranges of a class; `letter` is d, s or w.
CharRanges ascii_class(char letter);

/// Returns the ranges in order, merged where they touch or overlap.
CharRanges sorted(CharRanges ranges);
/// The complement of sorted ranges, without surrogates.
CharRanges complement(const CharRanges& ranges);
/// The intersection of sorted ranges.
CharRanges common(const CharRanges& a, const CharRanges& b);

/// The characters of a class, ignoring its case folding. The first use of a property in a process
/// takes some milliseconds. Later uses cost its number of ranges.
CharRanges resolve(const CharClass& characters);

/// The class as an RE2 expression.
std::string to_re2(const CharClass& characters);
/// A character as RE2 accepts it, inside and outside of brackets.
std::string re2_character(char32_t c);

/// RE2's name of a property such as "Letter", "gc=Lu" or "greek". nullopt: unknown to RE2.
std::optional<std::string> re2_property(std::string_view name);

/// A character and its size in bytes. kNoCharacter: invalid bytes.
struct Decoded {
  char32_t character = 0;
  std::size_t bytes = 0;
};
inline constexpr char32_t kNoCharacter = 0xFFFFFFFF;
/// Decodes the first character of a non-empty text.
Decoded decode(std::string_view text) noexcept;

}  // namespace codeweaver::pattern
