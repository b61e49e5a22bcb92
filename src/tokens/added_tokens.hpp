// AddedTokens: tokens that occur literally in texts, such as "[MASK]".
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

/// An entry of "added_tokens" in a tokenizer.json.
struct AddedToken {
  std::string text{};
  std::uint32_t id = 0;
  bool is_single_word = false;    ///< not inside a word
  bool takes_left = false;        ///< includes blanks before it
  bool takes_right = false;       ///< includes blanks after it
  bool is_of_normalized = false;  ///< searched in the normalised text
};

/// Thread safety: const members may be called concurrently.
class AddedTokens {
 public:
  void add(AddedToken token);

  /// A piece of text without added tokens, or one added token.
  struct Piece {
    std::string_view text{};
    std::optional<std::uint32_t> token{};
  };
  /// Passes all pieces of a text, in order. The leftmost token comes first; of several at one
  /// place, the longest. False: `take` returned false and stopped.
  bool split(std::string_view text, const std::function<bool(const Piece&)>& take) const;

 private:
  const AddedToken* longest_at(std::string_view text, std::size_t at) const;

  std::array<std::vector<AddedToken>, 256> by_first_byte_;  // longest first
};

}  // namespace codeweaver::tokens
