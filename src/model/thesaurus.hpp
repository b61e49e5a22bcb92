// Thesaurus: the words of code for the words of people.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::model {

/// Finds phrases in queries: "sign out" means `logout` in code. Thread safety: immutable.
class Thesaurus {
 public:
  /// The table src/model/thesaurus.tsv, linked into the library.
  static const Thesaurus& built_in();
  /// Reads lines of the form PHRASE<TAB>word, word: a phrase of 1 to 3 words in lower case, and
  /// words of code, the most usual first. Skips lines of other forms. Views `table`, which must
  /// outlive the thesaurus.
  explicit Thesaurus(std::string_view table);

  /// Words of code for the phrases of a query, the most usual of each phrase first; no word twice.
  /// The words of a phrase must stand in this order, in any form ("signed him out"), with at most
  /// kMostBetween other words between two of them. A phrase of one word does not count inside a
  /// longer phrase. Empty if the query has more than kMostQueryWords words: a long text says in
  /// several ways what it is about.
  std::vector<std::string_view> code_words(std::string_view query) const;

  static constexpr std::size_t kMostBetween = 2, kMostQueryWords = 32, kMostCodeWords = 24;

 private:
  struct Entry {
    std::string stems;       ///< of the phrase, separated by blanks
    std::string_view words;  ///< as in the table
  };
  std::vector<Entry> entries_;  // sorted by stems
};

}  // namespace codeweaver::model
