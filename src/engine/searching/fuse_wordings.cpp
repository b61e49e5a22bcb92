// Merges the answers to several wordings of a question.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/fuse_wordings.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/search_wordings.hpp"
#include "engine/searching/answer/assemble.hpp"
#include "engine/searching/merge_answers.hpp"

namespace codeweaver::engine {

FindCodeResponseSummary fuse_wordings(std::vector<FindCodeResponseSummary> answers,
                                      const SearchOptions& options) {
  struct Found {
    CodeMatch match{};  // from the wording with the best relevance
    double relevance = 0;
  };
  const auto wordings = static_cast<double>(answers.size());
  std::map<std::tuple<std::string, std::string, Span>, Found> found;
  for (auto& answer : answers)
    for (auto& match : answer.matches) {
      auto& [best, relevance] = found[{match.audit.name_space, match.file.path, match.span}];
      relevance += match.relevance_score / wordings;
      if (match.relevance_score > best.relevance_score || best.file.path.empty())
        best = std::move(match);
    }
  FindCodeResponseSummary out = std::move(answers.front());
  out.matches.clear();
  for (auto& [place, item] : found) {
    out.matches.push_back(std::move(item.match));
    out.matches.back().relevance_score = std::min(item.relevance, 1.0);
  }
  std::ranges::stable_sort(out.matches, std::greater{}, &CodeMatch::relevance_score);
  if (out.matches.size() > options.top_k) out.matches.resize(options.top_k);
  for (std::size_t i = 0; i < out.matches.size(); ++i)
    if (out.matches[i].ranks) out.matches[i].ranks->answer = i + 1;
  for (std::size_t i = 1; i < answers.size(); ++i) {
    const auto& answer = answers[i];
    out.execution_time_ms += answer.execution_time_ms;
    out.total_matches = std::max(out.total_matches, answer.total_matches);
    if (answer.confidence)
      out.confidence = std::max(out.confidence.value_or(0), *answer.confidence);
    add_coverage(out, answer);
    append_new(out.search_strategy, answer.search_strategy);
    append_new(out.warnings, answer.warnings);
    if (out.matches.empty()) append_new(out.suggestions, answer.suggestions);
  }
  if (!out.matches.empty()) {
    out.suggestions.clear();
    fit_budget(out, options.token_limit, {});
    out.summary = summarize(out);
  }
  out.total_results = out.matches.size();
  out.languages_found = languages_of(out.matches);
  return out;
}

}  // namespace codeweaver::engine

namespace codeweaver::inline v0_1 {
namespace {

bool is_empty_wording(std::string_view wording) {
  return wording.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

Result<FindCodeResponseSummary> search_wordings(std::string_view query,
                                                std::span<const std::string> others,
                                                const SearchOptions& options,
                                                const SearchCall& search) {
  if (others.empty()) return search(query, options);
  if (std::ranges::any_of(others, is_empty_wording))
    return Error{ErrorCategory::kInvalidArgument, "EMPTY_QUERY",
                 "One of the other wordings of the query is empty", "searching",
                 "Give each wording at least one word, or leave it out."};
  auto unlimited = options;
  unlimited.token_limit = 0;
  CODEWEAVER_ASSIGN(auto first, search(query, unlimited));
  std::vector<FindCodeResponseSummary> answers;
  answers.push_back(std::move(first));
  for (const auto& wording : others) {
    CODEWEAVER_ASSIGN(auto answer, search(wording, unlimited));
    answers.push_back(std::move(answer));
  }
  return engine::fuse_wordings(std::move(answers), options);
}

}  // namespace codeweaver::inline v0_1
