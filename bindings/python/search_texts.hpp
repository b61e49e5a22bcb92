// What repr() shows of search results: the place, the name and the score, not all fields.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "bindings.hpp"
#include "codeweaver/search_types.hpp"
#include "search_result.hpp"

namespace codeweaver::python {

/// "SearchResult('src/pool.py:10-24', scope='Pool.acquire', language='python', score=0.931)".
py::str text_of_result(const SearchResult& result);
/// The same of a match.
py::str text_of_match(const CodeMatch& match);
/// Its facts, and its matches one a line.
py::str text_of_response(const FindCodeResponseSummary& response);

}  // namespace codeweaver::python
