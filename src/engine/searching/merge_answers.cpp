// One answer out of the answers of several namespaces or projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/merge_answers.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/searching/assemble.hpp"

namespace codeweaver::engine {
namespace {

using Place = std::tuple<std::string, std::string, Span>;
Place place_of(const CodeMatch& match) {
  return {match.audit.project, match.file.path, match.span};
}

/// Total: what ranks the same goes by path, line and namespace.
bool is_before(const CodeMatch& a, const CodeMatch& b) {
  if (a.relevance_score != b.relevance_score) return a.relevance_score > b.relevance_score;
  return std::tuple(std::string_view(a.file.path), a.span, std::string_view(a.audit.name_space),
                    std::string_view(a.audit.node_id)) <
         std::tuple(std::string_view(b.file.path), b.span, std::string_view(b.audit.name_space),
                    std::string_view(b.audit.node_id));
}

void add_figures(FindCodeResponseSummary& out, const FindCodeResponseSummary& answer) {
  out.total_matches += answer.total_matches;
  out.execution_time_ms += answer.execution_time_ms;
  for (const StageName& stage : kStages)
    out.stage_times.*stage.milliseconds += answer.stage_times.*stage.milliseconds;
  out.searched_chunks += answer.searched_chunks;
  out.searched_files += answer.searched_files;
  if (answer.confidence) out.confidence = std::max(out.confidence.value_or(0), *answer.confidence);
  add_coverage(out, answer);
  append_new(out.search_strategy, answer.search_strategy);
  append_new(out.warnings, answer.warnings);
}

}  // namespace

FindCodeResponseSummary merge_answers(std::vector<FindCodeResponseSummary> answers,
                                      const SearchOptions& options) {
  const auto cut = std::ranges::find_if(answers, [](const auto& answer) {
    return answer.matches.empty() && !answer.summary.starts_with(kNoResults);
  });
  auto why_empty = cut == answers.end() ? std::string() : cut->summary;
  auto out = std::move(answers.front());
  out.summary = std::move(why_empty);
  for (std::size_t i = 1; i < answers.size(); ++i) {
    add_figures(out, answers[i]);
    std::ranges::move(answers[i].matches, std::back_inserter(out.matches));
  }
  std::ranges::sort(out.matches, is_before);
  std::vector<CodeMatch> kept;
  std::map<Place, std::string> seen;  // the namespace that a place was first found in
  for (auto& match : out.matches) {
    if (kept.size() == options.top_k) break;
    const auto known = seen.emplace(place_of(match), match.audit.name_space).first;
    if (known->second == match.audit.name_space) kept.push_back(std::move(match));
  }
  out.matches = std::move(kept);
  fit_budget(out, options.token_limit, {});
  out.languages_found = languages_of(out.matches);
  if (!out.matches.empty()) out.suggestions.clear();
  for (std::size_t i = 0; i < out.matches.size(); ++i)
    if (out.matches[i].ranks) out.matches[i].ranks->answer = i + 1;
  out.summary = summarize(out);
  return out;
}

}  // namespace codeweaver::engine
