// Code words: what code calls the things that a question names in the words of people.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"

namespace codeweaver::engine {

/// Adds the words of model::Thesaurus for the phrases of a query as alternative terms with little
/// weight. Words that are terms already stay as they are.
void add_code_words(std::string_view query, std::vector<rank::QueryTerm>& terms);

}  // namespace codeweaver::engine
