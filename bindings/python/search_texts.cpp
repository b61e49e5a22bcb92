// Texts of search results in a Python shell.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "search_texts.hpp"

#include <algorithm>

namespace codeweaver::python {
namespace {

constexpr std::size_t kMostShownMatches = 10;

py::str place(const std::string& path, std::uint32_t first, std::uint32_t last) {
  return py::str("{}:{}-{}").format(path, first, last);
}

}  // namespace

py::str text_of_result(const SearchResult& result) {
  return py::str("SearchResult({!r}, scope={!r}, language={!r}, score={:.3g})")
      .format(place(result.file_path, result.start_line, result.end_line), result.scope,
              result.language, result.score);
}

py::str text_of_match(const CodeMatch& match) {
  return py::str("CodeMatch({!r}, name={!r}, language={!r}, relevance_score={:.3g})")
      .format(place(match.file.path, match.span.start_line, match.span.end_line),
              match.content.chunk_name.value_or(""), match.content.language, match.relevance_score);
}

py::str text_of_response(const FindCodeResponseSummary& response) {
  py::str text = py::str("FindCodeResponseSummary(total_matches={}").format(response.total_matches);
  if (response.confidence)
    text = py::str("{}, confidence={:.3g}").format(text, *response.confidence);
  if (!response.interpreted_query.empty())
    text = py::str("{}, interpreted_query={!r}").format(text, response.interpreted_query);
  if (!response.warnings.empty())
    text = py::str("{}, warnings={!r}").format(text, response.warnings);
  text = py::str("{}, matches=[").format(text);
  const auto shown = std::min(response.matches.size(), kMostShownMatches);
  for (std::size_t at = 0; at < shown; ++at)
    text = py::str("{}\n  {}").format(text, text_of_match(response.matches[at])) + py::str(",");
  if (shown < response.matches.size())
    text = py::str("{}\n  ... {} more").format(text, response.matches.size() - shown);
  return py::str(shown > 0 ? "{}\n])" : "{}])").format(text);
}

}  // namespace codeweaver::python
