// CharacterMap: SentencePiece's character replacements, such as NFKC.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::tokens {

/// Thread safety: const members may be called concurrently.
class CharacterMap {
 public:
  /// Reads a normalizer of the kind Precompiled. Errors: kCorruption "MODEL_CORRUPT".
  static Result<CharacterMap> parse(const json::Value& normalizer, const std::string& origin);

  /// As in the reference implementation: a short visible character is looked up as a whole, by its
  /// prefix; otherwise each of its characters.
  std::string normalized(std::string_view text) const;

 private:
  std::optional<std::string_view> replacement_of(std::string_view text) const noexcept;

  std::vector<std::uint32_t> units_;  // a double array: a trie with children found by exclusive or
  std::string texts_;                 // the replacements, each terminated by a zero
};

}  // namespace codeweaver::tokens
