// Vocabulary: the tokens of a model and their numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::tokens {

/// The token numbers of a text, up to a limit.
struct TokenList {
  std::vector<std::uint32_t> ids{};
  std::size_t limit = SIZE_MAX;
  std::optional<std::uint32_t> left_out{};  ///< a token to skip

  /// False: the list is full.
  bool add(std::uint32_t id) {
    if (ids.size() < limit && id != left_out) ids.push_back(id);
    return ids.size() < limit;
  }
};

/// Thread safety: const members may be called concurrently.
class Vocabulary {
 public:
  Vocabulary() = default;
  Vocabulary(Vocabulary&&) noexcept = default;
  Vocabulary& operator=(Vocabulary&&) noexcept = default;

  /// Reads the member "vocab" of the model in a tokenizer.json. Errors: kCorruption
  /// "MODEL_CORRUPT".
  static Result<Vocabulary> parse(const json::Value* model, const std::string& origin);
  /// Like parse(), for a list of pairs that begin with the token. Numbers follow the order of the
  /// list.
  static Result<Vocabulary> parse_pairs(const json::Value* model, const std::string& origin);

  std::optional<std::uint32_t> find(std::string_view token) const;
  /// The token as in the file. Empty: no such token.
  std::string_view text(std::uint32_t id) const noexcept;
  /// One more than the largest token number.
  std::size_t size() const noexcept { return texts_.size(); }
  /// The median token length in characters.
  std::size_t median_length() const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };

  void add(const std::string& token, std::uint32_t id);

  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::vector<std::string_view> texts_;  // by number; views of keys in numbers_
};

/// The number of characters in UTF-8 text.
std::size_t characters_in(std::string_view text) noexcept;

}  // namespace codeweaver::tokens
