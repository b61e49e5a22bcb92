// Hostile texts for readers: queries, patterns, globs, settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace codeweaver::fuzz {

/// A reader of texts by what its texts are made of.
struct ReaderTexts {
  std::string_view name{};
  std::span<const std::string_view> tokens{};
  std::span<const std::string_view> samples{};

  /// Soups of tokens, nests, repetitions, mutated samples, and several of these in a row; 64 KiB at
  /// most. The text depends on the seed alone.
  std::string make(std::uint64_t seed) const;
};

extern const ReaderTexts kQueryTexts, kPatternTexts, kGlobTexts, kSettingsTexts;

}  // namespace codeweaver::fuzz
