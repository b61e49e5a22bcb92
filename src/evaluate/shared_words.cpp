// Whether a query shares words with the names of its target files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/shared_words.hpp"

#include <algorithm>
#include <filesystem>

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::evaluate {

bool shares_word_with_target(const Query& query) {
  const auto asked = text::analyze_query(query.text);
  for (const auto& target : query.targets) {
    if (target.is_secondary) continue;
    text::TermList named;
    text::analyze_code(std::filesystem::path(target.path).stem().string(), named);
    for (std::size_t i = 0; i < named.size(); ++i)
      if (std::any_of(asked.begin(), asked.end(),
                      [&](const rank::QueryTerm& term) { return term.text == named[i]; }))
        return true;
  }
  return false;
}

bool is_without_shared_word(const Query& query) {
  return query.category != "symbol" && query.category != "web" && !shares_word_with_target(query);
}

}  // namespace codeweaver::evaluate
