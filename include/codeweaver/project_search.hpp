// search_projects and ProjectSet: one answer from several projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_PROJECT_SEARCH_HPP_
#define CODEWEAVER_PROJECT_SEARCH_HPP_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/repo_status.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/searchable.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Returns the best matches of all projects, within options.top_k and options.token_limit. Matches
/// are ordered by relevance, which is lower in projects that fit the query less well. Matches with
/// equal relevance are ordered by path, line and namespace. `audit.project` of a match names its
/// project.
/// Warnings: if there are several projects, each warning begins with its project. A project that
/// cannot be searched because of a fault becomes a warning, if another project has an answer.
/// Errors: the first error of a project that is not a fault; the first fault if no project has an
/// answer. Cost: the sum of all searches.
///
/// \param projects Must not be empty or contain null. They are searched one after the other, with
///     Searchable::search(). Some may have an index, and others be in a store. Of several projects
///     with the same id, only the first is searched.
Result<FindCodeResponseSummary> search_projects(std::span<Searchable* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options = {},
                                                const CallContext& call = {});

/// Several projects that are searched as one, for example by ask(). Of several projects with the
/// same id, it has only the first. Features: those of every project among kCommits and kIndexing;
/// no others.
class ProjectSet final : public ContextSearchable {
 public:
  /// `projects` must not be empty or contain null, and must outlive the set.
  explicit ProjectSet(std::vector<Searchable*> projects);

  /// `project_id` is the ids of all projects, joined with ", "; `root` is empty.
  const Project& project() const noexcept override { return project_; }
  bool can(Feature feature) const noexcept override;
  /// Like search_projects().
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         const CallContext& call = {}) override;
  /// Like search_projects(), with Searchable::find_code() of each project.
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            const CallContext& call = {}) override;
  /// Sums of files, chunks and changed files, and the warnings of all projects. `coverage` is the
  /// share of the files of all projects that searches see; `last_run` and `running` are not set.
  /// Errors: the first error of a project.
  Result<RepoStatus> status(const CallContext& call = {}) const override;
  /// The sum of all projects.
  std::size_t committed_files() const override;

 private:
  std::vector<Searchable*> projects_{};
  Project project_{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_SEARCH_HPP_
