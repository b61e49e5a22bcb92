// Hangul syllables, composed by arithmetic.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

namespace codeweaver::tokens::hangul {

inline constexpr char32_t kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3;
inline constexpr char32_t kFirstLead = 0x1100, kFirstVowel = 0x1161, kBeforeTails = 0x11A7;
inline constexpr char32_t kLeads = 19, kVowels = 21, kTails = 28;

constexpr bool is_syllable(char32_t c) noexcept {
  return c >= kFirstSyllable && c <= kLastSyllable;
}

/// Appends the two or three letters of a syllable.
inline void append_parts(char32_t syllable, std::u32string& out) {
  const char32_t index = syllable - kFirstSyllable;
  out += kFirstLead + index / (kVowels * kTails);
  out += kFirstVowel + index / kTails % kVowels;
  if (const auto tail = index % kTails; tail != 0) out += kBeforeTails + tail;
}

/// The syllable of a first letter and a vowel, or of an open syllable and a last letter; 0: none.
constexpr char32_t together(char32_t first, char32_t second) noexcept {
  const bool is_lead = first >= kFirstLead && first < kFirstLead + kLeads;
  if (is_lead && second >= kFirstVowel && second < kFirstVowel + kVowels)
    return kFirstSyllable + ((first - kFirstLead) * kVowels + (second - kFirstVowel)) * kTails;
  const bool is_open = is_syllable(first) && (first - kFirstSyllable) % kTails == 0;
  return is_open && second > kBeforeTails && second < kBeforeTails + kTails
             ? first + (second - kBeforeTails)
             : 0;
}

}  // namespace codeweaver::tokens::hangul
