// BertText: normalisation and word splitting of BERT's tokenizers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::tokens {

/// BertNormalizer: removes control characters and accents, puts blanks around ideographs,
/// lower-cases.
struct BertText {
  bool cleans = true, splits_ideographs = true, strips_marks = true, lowers = true;

  /// Reads the normalizer of a tokenizer.json.
  static BertText parse(const json::Value& normalizer);
  std::string normalized(std::string_view text) const;
};

/// Passes the words between blanks, and each punctuation mark separately, until `take` returns
/// false. False: `take` stopped.
bool for_each_bert_word(std::string_view text,
                        const std::function<bool(std::string_view word)>& take);

}  // namespace codeweaver::tokens
