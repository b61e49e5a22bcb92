// BytePairs: splits a word by repeatedly merging its most frequent pairs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "tokens/vocabulary.hpp"

namespace codeweaver::tokens {

/// GPT-2's byte-level model. Thread safety: const members may be called concurrently.
class BytePairs {
 public:
  /// Reads the model of a tokenizer.json. Errors: kCorruption "MODEL_CORRUPT"; kUnsupported
  /// "TOKENIZER_NOT_SUPPORTED" (fallbacks and marks of other models).
  static Result<BytePairs> parse(const json::Value* model, const std::string& origin);

  /// Cost: n log n. False: the list is full.
  bool add_word(std::string_view word, TokenList& out) const;

  const Vocabulary& vocabulary() const noexcept { return vocabulary_; }
  std::optional<std::uint32_t> unknown() const noexcept { return unknown_; }

 private:
  struct Merge {
    std::uint32_t rank, id;
  };
  Result<void> read_merges(const json::Array& merges, const std::string& origin);
  const Merge* merge_of(std::uint32_t left, std::uint32_t right) const;
  std::vector<std::uint32_t> letters_of(std::string_view word) const;

  Vocabulary vocabulary_;
  std::unordered_map<std::uint64_t, Merge> merges_;  // by the numbers of both tokens
  std::array<std::optional<std::uint32_t>, 256> letters_{};
  std::unordered_map<std::string, std::uint32_t>
      whole_words_;  // by bytes; for models that ignore merges
  std::optional<std::uint32_t> unknown_{};
  bool fuses_unknown_ = false;
};

}  // namespace codeweaver::tokens
