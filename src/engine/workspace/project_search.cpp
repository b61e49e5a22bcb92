// Searches several projects one after the other and merges their answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/project_search.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "engine/searching/merge_answers.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/state/fault_warning.hpp"

namespace codeweaver::inline v0_1 {
namespace {

const std::string& id_of(const CodeWeaver& project) {
  return project.project().project_id;
}

const std::string& id_of(const StoreSearcher& project) {
  return project.project_id();
}

template <class Project>
Result<FindCodeResponseSummary> search_each(std::span<Project* const> projects,
                                            std::string_view query, const SearchOptions& options,
                                            const std::stop_token& stop) {
  if (projects.empty())
    return Error{ErrorCategory::kInvalidArgument, error_code::kNoProject, "No project was given",
                 "searching", "Give at least one project."};
  std::vector<FindCodeResponseSummary> answers;
  std::vector<std::string> lost;  // warnings about projects that could not be searched
  std::optional<Error> failure;
  const engine::SharedDeadline deadline(options.deadline);
  auto within = options;
  for (auto* const project : projects) {
    const auto& id = id_of(*project);
    within.deadline = deadline.left();
    auto answer = project->search(query, within, stop);
    if (!answer) {
      if (!engine::is_fault(answer.error())) return answer;
      if (!failure) failure = answer.error();
      lost.push_back(engine::warning_of(id + ": could not be searched", answer.error()));
      continue;
    }
    if (projects.size() > 1)
      for (auto& warning : answer->warnings) warning = id + ": " + warning;
    answers.push_back(std::move(*answer));
  }
  if (answers.empty() && failure) return *failure;
  auto& warnings = answers.front().warnings;
  warnings.insert(warnings.end(), lost.begin(), lost.end());
  if (answers.size() == 1) return std::move(answers.front());
  engine::route_answers(answers);
  return engine::merge_answers(std::move(answers), options);
}

}  // namespace

Result<FindCodeResponseSummary> search_projects(std::span<CodeWeaver* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options,
                                                std::stop_token stop) {
  return search_each(projects, query, options, stop);
}

Result<FindCodeResponseSummary> search_projects(std::span<const StoreSearcher* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options,
                                                std::stop_token stop) {
  return search_each(projects, query, options, stop);
}

}  // namespace codeweaver::inline v0_1
