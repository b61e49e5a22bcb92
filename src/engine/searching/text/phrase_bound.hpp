// Phrase bound: limits the run of query words in a text by the terms that the text contains.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// Upper bound of rank::PhraseRun for texts that have not been read. A text can only contain a word
/// of the query if it contains one of the terms of that word. Terms are bits as in
/// store::FieldScores. Thread safety: immutable.
class PhraseBound {
 public:
  /// `terms`: the statistics of the query's terms.
  PhraseBound(std::string_view query, const store::TermCoverage& terms);

  /// At least rank::PhraseRun(query).longest(text) for every text of the index with these terms.
  std::size_t longest(std::uint64_t terms) const noexcept;
  /// False if no text with these terms contains the last word of the query.
  bool may_hold_last(std::uint64_t terms) const noexcept {
    return !words_.empty() && words_.back().may_be_in(terms);
  }

 private:
  struct Word {
    std::uint64_t terms = 0;  ///< a text with the word contains one of them
    bool is_open = false;     ///< or none of the query's terms
    bool may_be_in(std::uint64_t held) const noexcept { return is_open || (terms & held) != 0; }
  };
  static Word read_word(std::string_view word, const store::TermCoverage& terms);

  std::vector<Word> words_;
};

}  // namespace codeweaver::engine
