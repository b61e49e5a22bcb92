// Tokenizer: converts a text to token numbers, as described by a tokenizer.json.
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

/// Supports the tokenizers of BERT (BertNormalizer, BertPreTokenizer, WordPiece), RoBERTa
/// (ByteLevel, BPE) and SentencePiece (Precompiled, Metaspace, Unigram). Results equal those of the
/// reference (PyPI tokenizers). Thread safety: const members may be called concurrently.
class Tokenizer {
 public:
  /// `origin` names the model in errors. Errors: kCorruption "MODEL_CORRUPT"; kUnsupported
  /// "TOKENIZER_NOT_SUPPORTED".
  static Result<Tokenizer> parse(std::string_view json, const std::string& origin);

  /// The first `most` tokens of a text, without special tokens around it.
  std::vector<std::uint32_t> tokens(std::string_view text, std::size_t most) const;
  /// Like tokens(), without the unknown token.
  std::vector<std::uint32_t> known_tokens(std::string_view text, std::size_t most) const;
  /// A text with special tokens around it, at most `most` tokens in total.
  Encoding encode(std::string_view text, std::size_t most) const;
  /// Two texts with special tokens. The longer text is cut first.
  Encoding encode(std::string_view first, std::string_view second, std::size_t most) const;

  /// One more than the largest token number.
  std::size_t size() const noexcept { return size_; }
  /// The median token length in characters.
  std::size_t median_length() const { return vocabulary().median_length(); }
  /// A token as in the file. Empty: unknown number, or an added token.
  std::string_view text(std::uint32_t id) const noexcept { return vocabulary().text(id); }
  /// The prefix of pieces inside a word. nullopt: instead, the first piece of a word has
  /// word_prefix().
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
  BlankWords blank_words_{};        // for Unigram
  bool begins_with_blank_ = false;  // for ByteLevel
  AddedTokens of_text_, of_normalized_;
  Frame frame_;
  std::size_t size_ = 0;
};

}  // namespace codeweaver::tokens
