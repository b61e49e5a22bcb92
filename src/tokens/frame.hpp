// Frame: adds special tokens such as [CLS] and [SEP] around one or two texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "tokens/vocabulary.hpp"

namespace codeweaver::tokens {

/// The input of a model: tokens, and for each token the number of its text.
struct Encoding {
  std::vector<std::uint32_t> ids{}, types{};
};

/// Thread safety: const members may be called concurrently.
class Frame {
 public:
  /// Reads the post-processor of a tokenizer.json. Null: adds nothing. Errors: kCorruption
  /// "MODEL_CORRUPT"; kUnsupported "TOKENIZER_NOT_SUPPORTED".
  static Result<Frame> parse(const json::Value* processor, const std::string& origin);

  /// Cuts the end of the text so that the result has at most `most` tokens, if the frame itself is
  /// not longer.
  Encoding put(std::vector<std::uint32_t> text, std::size_t most) const;
  /// Cuts the longer of two texts, or both to half.
  Encoding put(std::vector<std::uint32_t> first, std::vector<std::uint32_t> second,
               std::size_t most) const;
  /// Number of tokens added to one text.
  std::size_t added_to_one() const noexcept { return added(one_); }

 private:
  struct Part {
    enum class Kind : std::uint8_t { kFirst, kSecond, kTokens } kind;
    std::uint32_t type = 0;
    std::vector<std::uint32_t> tokens{};
  };
  using Parts = std::vector<Part>;

  static std::size_t added(const Parts& parts) noexcept;
  static Encoding filled(const Parts& parts, const std::vector<std::uint32_t>& first,
                         const std::vector<std::uint32_t>& second);
  static Result<Parts> read_template(const json::Value& processor, std::string_view key,
                                     const std::string& origin);
  Result<void> read_bert(const json::Value& processor, bool is_roberta, const std::string& origin);

  Parts one_{{Part::Kind::kFirst, 0, {}}};
  Parts two_{{Part::Kind::kFirst, 0, {}}, {Part::Kind::kSecond, 1, {}}};
};

}  // namespace codeweaver::tokens
