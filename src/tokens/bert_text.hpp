// BertText: a text as BERT's tokenizers see it, and its words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::tokens {

/// What BertNormalizer does: no controls, blanks around ideographs, no accents, lower case.
struct BertText {
  bool cleans = true, splits_ideographs = true, strips_marks = true, lowers = true;

  /// The normalizer of a tokenizer.json.
  static BertText parse(const json::Value& normalizer);
  std::string normalized(std::string_view text) const;
};

/// Words between blanks, and each punctuation mark alone, until `take` says false. False: it did.
bool for_each_bert_word(std::string_view text,
                        const std::function<bool(std::string_view word)>& take);

}  // namespace codeweaver::tokens
