// PhraseRun: the longest sequence of query words that a text contains.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_PHRASE_RUN_HPP_
#define CODEWEAVER_RANK_PHRASE_RUN_HPP_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::rank {

/// Finds the longest sequence of words that a query and a text share. It detects quoted messages
/// and phrases, even if a part of them was filled in at run time. Words are compared as a whole and
/// without case; all characters between them are ignored.
/// Thread safety: const members may be called concurrently.
class PhraseRun {
 public:
  static constexpr std::size_t kMaxWords = 64;

  /// Uses the first kMaxWords words of `query`.
  explicit PhraseRun(std::string_view query) {
    heads_.fill(kNone);
    text::for_each_word(query, [this](std::string_view word) {
      if (count_ == kMaxWords) return;
      const std::uint64_t place = std::uint64_t{1} << count_++;
      if (Word* known = find(word)) {
        known->places |= place;
        return;
      }
      std::uint8_t& head = heads_[bucket(word)];
      words_.push_back({text::to_lower(word), place, head});
      head = static_cast<std::uint8_t>(words_.size() - 1);
    });
  }

  /// Number of words of the query.
  std::size_t size() const noexcept { return count_; }

  /// Returns the number of words in the longest common sequence; 1 if only single words are shared,
  /// 0 if none. Cost: one pass over `content`, no allocation.
  std::size_t longest(std::string_view content) const noexcept {
    std::array<std::uint8_t, kMaxWords + 1> length{};  // of the sequence that ends at a query word
    std::uint64_t active = 0;
    std::size_t best = 0;
    text::for_each_word(content, [&](std::string_view word) {
      const Word* known = find(word);
      if (known == nullptr) {
        active = 0;
        return;
      }
      // From the last place down, so that lengths at earlier places still belong to the word
      // before.
      for (std::uint64_t places = known->places; places != 0;) {
        const auto i = static_cast<std::size_t>(std::bit_width(places)) - 1;
        places ^= std::uint64_t{1} << i;
        const bool goes_on = i > 0 && (active >> (i - 1) & 1U) != 0;
        length[i] = static_cast<std::uint8_t>(goes_on ? length[i - 1] + 1 : 1);
        best = std::max<std::size_t>(best, length[i]);
      }
      active = known->places;
    });
    return best;
  }

 private:
  struct Word {
    std::string text;
    std::uint64_t places;  ///< bit i: it is word i of the query
    std::uint8_t next;     ///< next word in the same bucket
  };
  static constexpr std::uint8_t kNone = 0xFF;

  static std::size_t bucket(std::string_view word) noexcept {
    const auto byte = [word](std::size_t i) {
      return static_cast<unsigned char>(text::to_lower(word[i]));
    };
    return (byte(0) * 31U + byte(word.size() - 1) * 7U + word.size()) % 256;
  }
  static bool equal(std::string_view lower, std::string_view word) noexcept {
    return std::equal(lower.begin(), lower.end(), word.begin(), word.end(),
                      [](char a, char b) { return a == text::to_lower(b); });
  }
  const Word* find(std::string_view word) const noexcept {
    for (std::uint8_t i = heads_[bucket(word)]; i != kNone; i = words_[i].next)
      if (equal(words_[i].text, word)) return &words_[i];
    return nullptr;
  }
  Word* find(std::string_view word) noexcept {
    return const_cast<Word*>(static_cast<const PhraseRun*>(this)->find(word));
  }

  std::vector<Word> words_;
  std::array<std::uint8_t, 256> heads_;
  std::size_t count_ = 0;
};

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_PHRASE_RUN_HPP_
