// Searches several projects one after the other and merges their answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/project_search.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/trees/ask_trees.hpp"

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
  std::vector<engine::Tree> trees;
  for (auto* const project : projects)
    trees.push_back({id_of(*project), [&, project](const SearchOptions& within) {
                       auto answer = project->search(query, within, stop);
                       if (answer && projects.size() > 1)
                         for (auto& warning : answer->warnings)
                           warning = id_of(*project) + ": " + warning;
                       return answer;
                     }});
  engine::AskRules rules;
  rules.survives = engine::is_fault;
  rules.warning = [](const engine::Tree& tree, const Error& error) {
    return engine::warning_of(tree.name + ": could not be searched", error);
  };
  rules.is_routed = true;
  const engine::SharedDeadline deadline(options.deadline);
  CODEWEAVER_ASSIGN(auto found, engine::ask_trees(trees, options, deadline, rules));
  if (!found.answer) return found.failures.front();
  return std::move(*found.answer);
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
