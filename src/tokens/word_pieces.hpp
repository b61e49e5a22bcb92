// WordPieces: a word as the longest pieces that a vocabulary has of it.
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
  /// The model of a tokenizer.json. Errors: kCorruption "MODEL_CORRUPT".
  static Result<WordPieces> parse(const json::Value* model, const std::string& origin);

  /// The longest known piece, then the longest of the rest; all of a word, or the token for what is
  /// not known. False: the list is full.
  bool add_word(std::string_view word, TokenList& out) const;

  const Vocabulary& vocabulary() const noexcept { return vocabulary_; }
  std::optional<std::uint32_t> unknown() const noexcept { return unknown_; }
  /// What pieces within a word begin with.
  std::string_view prefix() const noexcept { return prefix_; }

 private:
  Vocabulary vocabulary_;
  std::string prefix_ = "##";
  std::size_t longest_word_ = 100;  // in characters
  std::optional<std::uint32_t> unknown_{};
};

}  // namespace codeweaver::tokens
