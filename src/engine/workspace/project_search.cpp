// Searches several projects one after the other and merges their answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/project_search.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/trees/ask_trees.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// Returns the projects without those whose id an earlier one has.
std::vector<Searchable*> distinct(std::span<Searchable* const> projects) {
  std::set<std::string_view> ids;
  std::vector<Searchable*> out;
  for (auto* const project : projects)
    if (ids.insert(project->project().project_id).second) out.push_back(project);
  return out;
}

/// Returns `ask(project, options)` of all distinct projects, merged.
template <class Ask>
Result<FindCodeResponseSummary> ask_projects(std::span<Searchable* const> given,
                                             const SearchOptions& options, const Ask& ask) {
  const auto projects = distinct(given);
  if (projects.empty())
    return Error{ErrorCategory::kInvalidArgument, error_code::kNoProject, "No project was given",
                 "searching", "Give at least one project."};
  std::vector<engine::Tree> trees;
  for (auto* const project : projects) {
    const auto& id = project->project().project_id;
    trees.push_back({id, [&, project](const SearchOptions& within) {
                       auto answer = ask(*project, within);
                       if (answer && projects.size() > 1)
                         for (auto& warning : answer->warnings) warning = id + ": " + warning;
                       return answer;
                     }});
  }
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

void add_status(const std::string& id, const RepoStatus& status, RepoStatus& sum) {
  sum.indexed |= status.indexed;
  sum.total_files += status.total_files;
  sum.total_chunks += status.total_chunks;
  sum.changed_files += status.changed_files;
  sum.is_stale |= status.is_stale;
  sum.is_indexing |= status.is_indexing;
  sum.is_watched |= status.is_watched;
  for (const auto& warning : status.warnings) sum.warnings.push_back(id + ": " + warning);
}

/// Files that the project would have with an index of all of it.
double files_to_index(const RepoStatus& status) {
  const auto files = static_cast<double>(status.total_files);
  return status.coverage > 0 ? files / status.coverage
                             : files + static_cast<double>(status.changed_files);
}

}  // namespace

Result<FindCodeResponseSummary> search_projects(std::span<Searchable* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options,
                                                const CallContext& call) {
  return ask_projects(projects, options, [&](Searchable& project, const SearchOptions& within) {
    return project.search(query, within, call);
  });
}

ProjectSet::ProjectSet(std::vector<Searchable*> projects) : projects_(distinct(projects)) {
  auto& ids = project_.project_id;
  for (const auto* const project : projects_)
    ids += (ids.empty() ? "" : ", ") + project->project().project_id;
  project_.display_name = ids;
}

bool ProjectSet::can(Feature feature) const noexcept {
  if (feature != Feature::kCommits && feature != Feature::kIndexing) return false;
  return std::ranges::all_of(projects_,
                             [&](const Searchable* project) { return project->can(feature); });
}

Result<FindCodeResponseSummary> ProjectSet::search(std::string_view query,
                                                   const SearchOptions& options,
                                                   const CallContext& call) {
  return search_projects(projects_, query, options, call);
}

Result<FindCodeResponseSummary> ProjectSet::find_code(std::string_view query, SearchOptions options,
                                                      const CallContext& call) {
  return ask_projects(projects_, options, [&](Searchable& project, const SearchOptions& within) {
    return project.find_code(query, within, call);
  });
}

Result<RepoStatus> ProjectSet::status(const CallContext& call) const {
  RepoStatus sum;
  sum.is_stale = false;
  double whole = 0;
  for (const auto* const project : projects_) {
    CODEWEAVER_ASSIGN(const auto status, project->status(call));
    add_status(project->project().project_id, status, sum);
    whole += files_to_index(status);
  }
  sum.coverage = whole > 0 ? static_cast<double>(sum.total_files) / whole : 0;
  return sum;
}

std::size_t ProjectSet::committed_files() const {
  std::size_t files = 0;
  for (const auto* const project : projects_) files += project->committed_files();
  return files;
}

}  // namespace codeweaver::inline v0_1
