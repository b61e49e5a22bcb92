// AddedTokens: tokens that a text may hold literally, such as "[MASK]", and where it does.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::tokens {

/// As "added_tokens" of a tokenizer.json describes one.
struct AddedToken {
  std::string text{};
  std::uint32_t id = 0;
  bool is_single_word = false;    ///< not within a word
  bool takes_left = false;        ///< blanks before it belong to it
  bool takes_right = false;       ///< blanks behind it
  bool is_of_normalized = false;  ///< looked for once the text is normalized
};

/// Thread safety: const members may be called concurrently.
class AddedTokens {
 public:
  void add(AddedToken token);

  /// A piece of a text without such tokens, or one of them.
  struct Piece {
    std::string_view text{};
    std::optional<std::uint32_t> token{};
  };
  /// All of a text, in order; the leftmost token first, of several the longest. False: `take` said
  /// so, and the rest was left.
  bool split(std::string_view text, const std::function<bool(const Piece&)>& take) const;

 private:
  const AddedToken* longest_at(std::string_view text, std::size_t at) const;

  std::array<std::vector<AddedToken>, 256> by_first_byte_;  // longest first
};

}  // namespace codeweaver::tokens
