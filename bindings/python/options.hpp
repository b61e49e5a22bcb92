// Converts keyword arguments to options of library calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/search_wordings.hpp"
#include "json/given_search_options.hpp"

namespace codeweaver::python {

using json::GivenSearch;

/// Returns `base` with the values of the keywords; None keeps a value. Names are those of the table
/// of search options; `weights` is a dictionary, `deadline` is in seconds.
/// Raises TypeError (unknown name, wrong type) and InvalidArgumentError (out of range).
GivenSearch given_search(SearchOptions base, const py::kwargs& given);

/// Calls `search(words, options)` for the query and its other wordings, and merges the answers.
template <class Search>
Result<FindCodeResponseSummary> in_all_words(const std::string& query, const GivenSearch& given,
                                             const Search& search) {
  return search_wordings(query, given.queries, given.options, search);
}

/// The same for the fields of IndexOptions.
IndexOptions index_options(IndexOptions base, const py::kwargs& given);

/// The value of the count `name`. Raises InvalidArgumentError if it is negative.
std::size_t count_of(std::string_view name, std::int64_t value);

}  // namespace codeweaver::python
