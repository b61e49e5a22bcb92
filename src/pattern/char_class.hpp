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

using CharRange = std::pair<char32_t, char32_t>;  ///< first and last
using CharRanges = std::vector<CharRange>;

/// Characters that one step of a pattern takes. Never a line feed.
struct CharClass {
  CharRanges ranges{};               ///< in any order
  std::vector<std::string> named{};  ///< \p{..} and \P{..} as RE2 writes them
  bool is_negated = false;
  bool folds_case = false;
};

// The classes of Perl's letters, by Unicode.

CharClass digits();
CharClass spaces();
CharClass word_characters();
/// The same of ASCII; `letter` is d, s or w.
CharRanges ascii_class(char letter);

/// Ranges in order that neither meet nor overlap.
CharRanges sorted(CharRanges ranges);
/// What is not in sorted ranges, without surrogates.
CharRanges complement(const CharRanges& ranges);
/// What is in both, of sorted ranges.
CharRanges common(const CharRanges& a, const CharRanges& b);

/// The characters of a class, whatever its case folding. The first use of a property in a process
/// costs some milliseconds; later ones cost its number of ranges.
CharRanges resolve(const CharClass& characters);

/// The class as an expression for RE2.
std::string to_re2(const CharClass& characters);
/// A character as RE2 takes it in and outside of brackets.
std::string re2_character(char32_t c);

/// The name of a property for RE2: "Letter", "gc=Lu", "greek"; nullopt: it knows none of that name.
std::optional<std::string> re2_property(std::string_view name);

/// A character and how many bytes it takes; kNoCharacter: those bytes are none.
struct Decoded {
  char32_t character = 0;
  std::size_t bytes = 0;
};
inline constexpr char32_t kNoCharacter = 0xFFFFFFFF;
/// Reads the start of a text, which must not be empty.
Decoded decode(std::string_view text) noexcept;

}  // namespace codeweaver::pattern
