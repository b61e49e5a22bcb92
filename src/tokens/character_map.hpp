// CharacterMap: SentencePiece's rules, as NFKC, of what stands in the place of which characters.
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
  /// A normalizer of the kind Precompiled. Errors: kCorruption "MODEL_CORRUPT".
  static Result<CharacterMap> parse(const json::Value& normalizer, const std::string& origin);

  /// As the reference: what a reader takes for one character is looked up whole where it is short,
  /// by its beginning; else each of its characters.
  std::string normalized(std::string_view text) const;

 private:
  std::optional<std::string_view> replacement_of(std::string_view text) const noexcept;

  std::vector<std::uint32_t>
      units_;          // a double array: a trie whose children are found by exclusive or
  std::string texts_;  // what stands in the place, each with a zero behind it
};

}  // namespace codeweaver::tokens
