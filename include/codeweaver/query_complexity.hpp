// complexity_of: complexity of a query, from its words and clauses.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_QUERY_COMPLEXITY_HPP_
#define CODEWEAVER_QUERY_COMPLEXITY_HPP_

#include <cstddef>
#include <string_view>
#include <vector>

#include "codeweaver/detail/query_words.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/intent.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Returns the complexity of a query from a sum: 1 for each word that is not a stop word, 2 for
/// each "and" or "or", and 2 for each mark that ends a clause (one of ",;?!", a line end, or a full
/// stop before a space). Simple: up to 3. Complex: 9 or more. Moderate: the rest.
inline QueryComplexity complexity_of(std::string_view query,
                                     const std::vector<text::QueryWord>& words) {
  std::size_t weight = 0;
  for (const text::QueryWord& word : words) {
    const bool joins = word.stem == "and" || word.stem == "or";
    weight += joins ? 2U : word.is_stop_word ? 0U : 1U;
  }
  for (std::size_t i = 0; i + 1 < query.size(); ++i)
    if (std::string_view(",;?!\n").find(query[i]) != std::string_view::npos ||
        (query[i] == '.' && query[i + 1] == ' '))
      weight += 2;
  return weight <= 3   ? QueryComplexity::kSimple
         : weight <= 8 ? QueryComplexity::kModerate
                       : QueryComplexity::kComplex;
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_QUERY_COMPLEXITY_HPP_
