// BlankWords: SentencePiece's word splitting at blanks, which become marks on the next word.
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
  /// Reads a pre-tokenizer of the kinds Metaspace and WhitespaceSplit, or both. Errors:
  /// kUnsupported "TOKENIZER_NOT_SUPPORTED".
  static Result<BlankWords> parse(const json::Value* splitter, const std::string& origin);

  /// Passes the words in order until `take` returns false. False: `take` stopped.
  bool for_each(std::string_view text,
                const std::function<bool(std::string_view word)>& take) const;
  /// The mark that replaces a blank.
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
