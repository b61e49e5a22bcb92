// The words of a query: spelling, stem, stop word, identifier.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_QUERY_WORDS_HPP_
#define CODEWEAVER_TEXT_QUERY_WORDS_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/stem.hpp"
#include "codeweaver/detail/stop_words.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// One word; `text` points into the query.
struct QueryWord {
  std::string_view text;
  std::string stem;            ///< of the lower-case word; for identifiers the folded identifier
  bool is_stop_word = false;   ///< never true for identifiers
  bool is_identifier = false;  ///< has several parts: parse_config, parseConfig, sha256
};

/// The words of a query in order.
inline std::vector<QueryWord> query_words(std::string_view query) {
  std::vector<QueryWord> words;
  for_each_word(query, [&words](std::string_view word) {
    std::size_t parts = 0;
    for_each_part(word, [&parts](std::string_view) { ++parts; });
    if (parts == 0) return;
    QueryWord entry{word, fold_identifier(word), false, parts > 1};
    if (!entry.is_identifier) {
      entry.is_stop_word = is_stop_word(entry.stem);
      entry.stem = stem(entry.stem);
    }
    words.push_back(std::move(entry));
  });
  return words;
}

/// Whether words[at] begins a request: there are only stop words before it, and the last of them
/// typically comes before a verb ("please add", "how to add"; but not "the build").
inline bool begins_request(const std::vector<QueryWord>& words, std::size_t at) {
  static constexpr std::array<std::string_view, 14> kLeads = {
      "to",  "please", "we",   "i",      "you", "us",   "me",
      "can", "could",  "must", "should", "and", "just", "need"};
  return std::all_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at),
                     [](const QueryWord& word) { return word.is_stop_word; }) &&
         (at == 0 ||
          std::find(kLeads.begin(), kLeads.end(), to_lower(words[at - 1].text)) != kLeads.end());
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_QUERY_WORDS_HPP_
