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

/// Numbers of the tokens that a text becomes, up to a limit.
struct TokenList {
  std::vector<std::uint32_t> ids{};
  std::size_t limit = SIZE_MAX;
  std::optional<std::uint32_t> left_out{};  ///< a token that is not wanted

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

  /// The member "vocab" of the model in a tokenizer.json. Errors: kCorruption "MODEL_CORRUPT".
  static Result<Vocabulary> parse(const json::Value* model, const std::string& origin);
  /// The same where it is a list of pairs, whose first is the token; numbers go by their order.
  static Result<Vocabulary> parse_pairs(const json::Value* model, const std::string& origin);

  std::optional<std::uint32_t> find(std::string_view token) const;
  /// As the file has it; empty: there is no such token.
  std::string_view text(std::uint32_t id) const noexcept;
  /// One more than the largest number of a token.
  std::size_t size() const noexcept { return texts_.size(); }
  /// Characters that half of all tokens have at most.
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
  std::vector<std::string_view> texts_;  // by number; of numbers_
};

/// Characters of a text in UTF-8.
std::size_t characters_in(std::string_view text) noexcept;

}  // namespace codeweaver::tokens
