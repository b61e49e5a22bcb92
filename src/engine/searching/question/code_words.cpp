// Looks up the phrases of a query in the built-in thesaurus.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/code_words.hpp"

#include <algorithm>
#include <string>

#include "codeweaver/detail/stem.hpp"
#include "model/thesaurus.hpp"

namespace codeweaver::engine {

void add_code_words(std::string_view query, std::vector<rank::QueryTerm>& terms) {
  constexpr float kWeight = 0.3F;
  for (const auto word : model::Thesaurus::built_in().code_words(query)) {
    std::string stem(text::stem(word));
    if (std::ranges::find(terms, stem, &rank::QueryTerm::text) != terms.end()) continue;
    terms.push_back(
        {.text = std::move(stem), .weight = kWeight, .optional = true, .is_alternative = true});
  }
}

}  // namespace codeweaver::engine
