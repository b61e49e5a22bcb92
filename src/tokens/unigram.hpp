// Unigram: splits a word into its most likely pieces.
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
#include "tokens/vocabulary.hpp"

namespace codeweaver::tokens {

/// SentencePiece's model of pieces with log probabilities. Thread safety: const members may be
/// called concurrently.
class Unigram {
 public:
  /// Reads the model of a tokenizer.json. Errors: kCorruption "MODEL_CORRUPT".
  static Result<Unigram> parse(const json::Value* model, const std::string& origin);

  /// Uses Viterbi's algorithm. Characters without a piece cost more than any piece; they become one
  /// unknown token, or bytes if the model has byte pieces. False: the list is full. Cost: linear.
  bool add_word(std::string_view word, TokenList& out) const;

  const Vocabulary& vocabulary() const noexcept { return vocabulary_; }
  std::optional<std::uint32_t> unknown() const noexcept { return unknown_; }

 private:
  struct Node {
    double score = 0;
    std::size_t begin = SIZE_MAX;  ///< SIZE_MAX: no piece ends here
    bool is_unknown = false;
  };
  void extend(std::string_view word, std::size_t begin, std::vector<Node>& nodes) const;
  bool add_piece(std::string_view piece, TokenList& out) const;

  Vocabulary vocabulary_;
  std::vector<double> scores_;         // by token number
  std::vector<std::uint32_t> sorted_;  // token numbers, sorted by the bytes of their pieces
  std::optional<std::uint32_t> unknown_{};
  double unknown_score_ = 0;
  bool has_bytes_ = false;
};

}  // namespace codeweaver::tokens
