// WordPieces: BERT's way from a text to the numbers of its tokens, as a tokenizer.json describes
// it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::model {

/// A tokenizer.json with BertNormalizer, BertPreTokenizer and WordPiece; other kinds are not taken.
/// Thread safety: const members may be called concurrently.
class WordPieces {
 public:
  /// `origin` is what errors call it. Errors: kCorruption "MODEL_CORRUPT"; kUnsupported
  /// "TOKENIZER_NOT_SUPPORTED".
  static Result<WordPieces> parse(std::string_view json, const std::string& origin);

  /// Numbers of the first `limit` tokens of a text, without those for what is not known.
  std::vector<std::uint32_t> tokens(std::string_view text, std::size_t limit) const;
  /// One more than the largest number of a token.
  std::size_t size() const noexcept { return size_; }
  /// Characters that half of all tokens have at most.
  std::size_t median_length() const noexcept { return median_length_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::string normalized(std::string_view text) const;
  bool add_word(std::string_view word, std::size_t limit, std::vector<std::uint32_t>& out) const;

  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::string prefix_ = "##";  // of what goes on within a word
  std::size_t size_ = 0, median_length_ = 0, longest_word_ = 100;
  std::uint32_t unknown_ = 0;
  bool has_unknown_ = false;
  bool cleans_ = true, splits_ideographs_ = true, strips_marks_ = true, lowers_ = true;
};

}  // namespace codeweaver::model
