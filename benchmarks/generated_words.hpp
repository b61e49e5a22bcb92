// Words of an invented vocabulary, drawn by Zipf's law.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/statistics.hpp"

namespace codeweaver::bench {

using evaluate::Random;

/// In (0, 1].
double share(Random& random) noexcept;

/// Words by rank, most frequent first: common words of code, then invented words.
class Vocabulary {
 public:
  static const Vocabulary& verbs();  ///< 96
  static const Vocabulary& nouns();  ///< 24,000

  /// The word of rank r is drawn with a probability near 1/(r + 2).
  std::string_view draw(Random& random) const;
  std::size_t size() const noexcept { return words_.size(); }

 private:
  explicit Vocabulary(std::vector<std::string> words);
  std::vector<std::string> words_;
  std::vector<std::uint16_t> table_;  // each rank as often as its probability
};

/// The naming style of a language.
enum class NameStyle : std::uint8_t { kSnake, kCamel, kPascal, kScream };

/// Appends the words as one identifier.
void append_name(std::string& out, const std::vector<std::string_view>& words, NameStyle style);

}  // namespace codeweaver::bench
