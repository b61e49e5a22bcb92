// Answers of ask as JSON: each citation with the lines that it names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/answer_json.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "json/value_types.hpp"

namespace codeweaver::service {
namespace {

/// The text of the match that holds a place; empty: of none.
std::string_view text_at(const CitedPlace& place, const Answer& answer) {
  const auto& matches = answer.found.matches;
  const auto found = std::ranges::find_if(matches, [&](const CodeMatch& match) {
    return match.file.path == place.path && match.span.start_line <= place.lines.start_line &&
           match.span.end_line >= place.lines.end_line;
  });
  return found == matches.end() ? std::string_view() : std::string_view(found->content.content);
}

}  // namespace

json::Value answer_json(const Answer& answer) {
  json::Value citations = json::Array{}, warnings = json::Array{};
  for (const auto& place : answer.citations) {
    json::Object cited{{"path", place.path}, {"lines", json::to_json(place.lines)}};
    if (!place.part.empty()) cited.push_back({"part", place.part});
    cited.push_back({"text", text_at(place, answer)});
    if (!place.unverified.empty()) {
      json::Value unverified = json::Array{};
      for (const auto& quote : place.unverified) unverified.push_back(quote);
      cited.push_back({"unverified", std::move(unverified)});
    }
    citations.push_back(std::move(cited));
  }
  for (const auto& warning : answer.warnings) warnings.push_back(warning);
  return json::Object{{"text", answer.text},
                      {"citations", std::move(citations)},
                      {"model", answer.model},
                      {"warnings", std::move(warnings)},
                      {"passages", answer.found.matches.size()}};
}

json::Value passages_json(std::span<const Passage> passages) {
  json::Value out = json::Array{};
  for (const auto& passage : passages) {
    json::Object shown{{"path", passage.path},       {"lines", json::to_json(passage.lines)},
                       {"symbol", passage.symbol},   {"language", passage.language},
                       {"content", passage.content}, {"relevance", passage.relevance}};
    if (!passage.part.empty()) shown.push_back({"part", passage.part});
    out.push_back(std::move(shown));
  }
  return out;
}

}  // namespace codeweaver::service
