// Phrase bound: how many of a query's words a text can say in a row, by the terms that it holds.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// Bounds rank::PhraseRun for texts that have not been read: a word of the query can only stand in
/// a text under whose terms is one that the word gives. Terms are bits as in store::FieldScores.
/// Thread safety: immutable.
class PhraseBound {
 public:
  /// `terms`: the statistics of the query's terms.
  PhraseBound(std::string_view query, const store::TermCoverage& terms);

  /// At least rank::PhraseRun(query).longest(text) of any text of the index with these terms.
  std::size_t longest(std::uint64_t terms) const noexcept;
  /// False where no text with these terms holds the query's last word.
  bool may_hold_last(std::uint64_t terms) const noexcept {
    return !words_.empty() && words_.back().may_be_in(terms);
  }

 private:
  struct Word {
    std::uint64_t terms = 0;  ///< a text with the word holds one of them
    bool is_open = false;     ///< or none of the query's
    bool may_be_in(std::uint64_t held) const noexcept { return is_open || (terms & held) != 0; }
  };
  static Word read_word(std::string_view word, const store::TermCoverage& terms);

  std::vector<Word> words_;
};

}  // namespace codeweaver::engine
