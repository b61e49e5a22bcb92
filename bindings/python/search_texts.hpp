// Results of repr() for search results: place, name and score, not all fields.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "bindings.hpp"
#include "codeweaver/search_types.hpp"
#include "search_result.hpp"

namespace codeweaver::python {

/// "SearchResult('src/pool.py:10-24', scope='Pool.acquire', language='python', score=0.931)".
py::str text_of_result(const SearchResult& result);
/// The same for a match.
py::str text_of_match(const CodeMatch& match);
/// The main fields, then one match per line.
py::str text_of_response(const FindCodeResponseSummary& response);

}  // namespace codeweaver::python
