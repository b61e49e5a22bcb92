// Tokenizer: from a text to the numbers that a model reads, as a tokenizer.json describes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codeweaver/result.hpp"
#include "tokens/added_tokens.hpp"
#include "tokens/blank_words.hpp"
#include "tokens/byte_pairs.hpp"
#include "tokens/frame.hpp"
#include "tokens/normalizer.hpp"
#include "tokens/unigram.hpp"
#include "tokens/word_pieces.hpp"

namespace codeweaver::tokens {

/// BERT's (BertNormalizer, BertPreTokenizer, WordPiece), RoBERTa's (ByteLevel, BPE) and
/// SentencePiece's (Precompiled, Metaspace, Unigram); the numbers are those of the reference, PyPI
/// tokenizers. Thread safety: const members may be called
/// concurrently.
class Tokenizer {
 public:
  /// `origin` is what errors call the model. Errors: kCorruption "MODEL_CORRUPT"; kUnsupported
  /// "TOKENIZER_NOT_SUPPORTED".
  static Result<Tokenizer> parse(std::string_view json, const std::string& origin);

  /// The first tokens of a text, nothing around them.
  std::vector<std::uint32_t> tokens(std::string_view text, std::size_t most) const;
  /// The same without the token for what is not known.
  std::vector<std::uint32_t> known_tokens(std::string_view text, std::size_t most) const;
  /// A text with what belongs around it, no more than `most` tokens of all.
  Encoding encode(std::string_view text, std::size_t most) const;
  /// Two texts, of which the longer is cut first.
  Encoding encode(std::string_view first, std::string_view second, std::size_t most) const;

  /// One more than the largest number of a token.
  std::size_t size() const noexcept { return size_; }
  /// Characters that half of all tokens have at most.
  std::size_t median_length() const { return vocabulary().median_length(); }
  /// A token as the file has it; empty: there is none of that number, or it was added to them.
  std::string_view text(std::uint32_t id) const noexcept { return vocabulary().text(id); }
  /// What pieces within a word begin with; nullopt: the first of a word begins with word_prefix().
  std::optional<std::string_view> inner_prefix() const noexcept;
  /// How a blank is written in a token.
  std::string_view word_prefix() const noexcept;

 private:
  Result<void> read_text(const json::Value& file, const std::string& origin);
  Result<void> read_added(const json::Value& file, const std::string& origin);
  const Vocabulary& vocabulary() const noexcept;
  void add_tokens(std::string_view text, TokenList& out) const;
  bool add_piece(std::string_view normalized, TokenList& out) const;

  std::variant<WordPieces, BytePairs, Unigram> model_;
  Normalizer normalizer_{};
  BlankWords blank_words_{};        // of Unigram
  bool begins_with_blank_ = false;  // of ByteLevel
  AddedTokens of_text_, of_normalized_;
  Frame frame_;
  std::size_t size_ = 0;
};

}  // namespace codeweaver::tokens
