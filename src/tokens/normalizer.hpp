// Normalizer: how a tokenizer changes a text before splitting it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "tokens/bert_text.hpp"
#include "tokens/character_map.hpp"
#include "tokens/composition.hpp"

namespace codeweaver::tokens {

/// Thread safety: const members may be called concurrently.
class Normalizer {
 public:
  /// Reads the normalizer of a tokenizer.json. Null: texts stay unchanged. Errors: kCorruption
  /// "MODEL_CORRUPT"; kUnsupported "TOKENIZER_NOT_SUPPORTED".
  static Result<Normalizer> parse(const json::Value* normalizer, const std::string& origin);

  std::string normalized(std::string_view text) const;

 private:
  /// Replaces every `from` with `to`. `is_run`: `from` is one character; replaces each run of two
  /// or more.
  struct Replacing {
    std::string from, to;
    bool is_run = false;
    std::string applied_to(std::string_view text) const;
  };
  struct Stripping {
    bool at_begin = true, at_end = true;
    std::string applied_to(std::string_view text) const;
  };
  Result<void> add(const json::Value& step, const std::string& origin);
  Result<void> add_replacing(const json::Value& step, const std::string& origin);

  std::vector<std::variant<BertText, CharacterMap, Composition, Replacing, Stripping>> steps_;
};

}  // namespace codeweaver::tokens
