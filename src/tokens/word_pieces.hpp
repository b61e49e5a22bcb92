// WordPieces: splits a word into the longest pieces of a vocabulary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "tokens/vocabulary.hpp"

namespace codeweaver::tokens {

/// BERT's model. Thread safety: const members may be called concurrently.
class WordPieces {
 public:
  /// Reads the model of a tokenizer.json. Errors: kCorruption "MODEL_CORRUPT".
  static Result<WordPieces> parse(const json::Value* model, const std::string& origin);

  /// Takes the longest known piece, then the longest of the rest. Adds all pieces of a word, or
  /// else the unknown token. False: the list is full.
  bool add_word(std::string_view word, TokenList& out) const;

  const Vocabulary& vocabulary() const noexcept { return vocabulary_; }
  std::optional<std::uint32_t> unknown() const noexcept { return unknown_; }
  /// The prefix of pieces inside a word.
  std::string_view prefix() const noexcept { return prefix_; }

 private:
  Vocabulary vocabulary_;
  std::string prefix_ = "##";
  std::size_t longest_word_ = 100;  // in characters
  std::optional<std::uint32_t> unknown_{};
};

}  // namespace codeweaver::tokens
