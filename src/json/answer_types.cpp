// Answers of ask as JSON: each citation with its cited lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/answer_types.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "json/value_types.hpp"

namespace codeweaver::json {
namespace {

/// The text of the match that contains a place. Empty: none.
std::string_view text_at(const CitedPlace& place, const Answer& answer) {
  const auto& matches = answer.found.matches;
  const auto found = std::ranges::find_if(matches, [&](const CodeMatch& match) {
    return match.file.path == place.path && match.span.start_line <= place.lines.start_line &&
           match.span.end_line >= place.lines.end_line;
  });
  return found == matches.end() ? std::string_view() : std::string_view(found->content.content);
}

}  // namespace

Value to_json(const Answer& answer) {
  Value citations = Array{}, warnings = Array{};
  for (const auto& place : answer.citations) {
    Object cited{{"path", place.path}, {"lines", to_json(place.lines)}};
    if (!place.part.empty()) cited.push_back({"part", place.part});
    cited.push_back({"text", text_at(place, answer)});
    if (!place.unverified.empty()) {
      Value unverified = Array{};
      for (const auto& quote : place.unverified) unverified.push_back(quote);
      cited.push_back({"unverified", std::move(unverified)});
    }
    citations.push_back(std::move(cited));
  }
  for (const auto& warning : answer.warnings) warnings.push_back(warning);
  Value out = Object{{"text", answer.text},
                     {"citations", std::move(citations)},
                     {"model", answer.model},
                     {"warnings", std::move(warnings)},
                     {"passages", answer.found.matches.size()}};
  if (const auto& query = answer.found.interpreted_query; !query.empty())
    out.set("interpreted_query", query);
  return out;
}

Value to_json(std::span<const Passage> passages) {
  Value out = Array{};
  for (const auto& passage : passages) {
    Object shown{{"path", passage.path},       {"lines", to_json(passage.lines)},
                 {"symbol", passage.symbol},   {"language", passage.language},
                 {"content", passage.content}, {"relevance", passage.relevance}};
    if (!passage.part.empty()) shown.push_back({"part", passage.part});
    out.push_back(std::move(shown));
  }
  return out;
}

}  // namespace codeweaver::json
