// BlankWords: how SentencePiece cuts a text: at blanks, which stay visible in what follows them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::tokens {

/// Thread safety: const members may be called concurrently.
class BlankWords {
 public:
  /// A pre-tokenizer of the kinds Metaspace and WhitespaceSplit, or both. Errors: kUnsupported
  /// "TOKENIZER_NOT_SUPPORTED".
  static Result<BlankWords> parse(const json::Value* splitter, const std::string& origin);

  /// The words in order, until `take` says false. False: it did.
  bool for_each(std::string_view text,
                const std::function<bool(std::string_view word)>& take) const;
  /// What is written for a blank.
  std::string_view mark() const noexcept { return mark_; }

 private:
  Result<void> add(const json::Value* part, const std::string& origin);
  bool for_each_marked(std::string_view text,
                       const std::function<bool(std::string_view word)>& take) const;

  bool splits_blanks_ = false;  // drops all white space
  bool marks_ = false, begins_with_mark_ = true, splits_marks_ = true;
  std::string mark_ = "\u2581";
};

}  // namespace codeweaver::tokens
