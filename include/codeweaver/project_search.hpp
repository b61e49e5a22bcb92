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

/// Returns the best matches of all projects, within options.top_k and options.token_limit. They are
/// ordered by relevance, then by path, line and namespace. In projects that fit the query less
/// well, the relevance is reduced. `audit.project` of a match is the id of its project. A fault is
/// an error of the category kIo, kCorruption, kUnavailable or kInternal. If a search of one project
/// ends with a fault, but another project has an answer, the answer gets a warning.
/// Warnings: if there are several projects, each warning begins with the id of its project.
/// Errors: kInvalidArgument "NO_PROJECT" (`projects` is empty); the first error that is not a
/// fault; if no project has an answer, the first fault.
/// Cost: the sum of all searches.
///
/// \param projects Must not contain null. The projects are searched one after the other, with
///     Searchable::search(). They may be of different kinds: with an index on this machine, or in a
///     store. If several have the same id, only the first is searched.
Result<FindCodeResponseSummary> search_projects(std::span<Searchable* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options = {},
                                                const CallContext& call = {});

/// Several projects that are searched as one, for example by ask(). If several have the same id,
/// only the first is searched. Has the features kCommits and kIndexing if all projects have them,
/// and no others.
class ProjectSet final : public ContextSearchable {
 public:
  /// `projects` must not contain null. The projects must outlive the set.
  explicit ProjectSet(std::vector<Searchable*> projects);

  /// Returns a project whose id is the ids of all projects, joined with ", ". Its `root` is empty.
  const Project& project() const noexcept override { return project_; }
  bool can(Feature feature) const noexcept override;
  /// Like search_projects().
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         const CallContext& call = {}) override;
  /// Like search_projects(), with Searchable::find_code() of each project.
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            const CallContext& call = {}) override;
  /// Returns the sums of files, chunks and changed files, and the warnings of all projects.
  /// `coverage` is the share of the files of all projects that searches see. `last_run` and
  /// `running` are not set.
  /// Errors: the first error of a project.
  Result<RepoStatus> status(const CallContext& call = {}) const override;
  /// Returns the sum over all projects.
  std::size_t committed_files() const override;

 private:
  std::vector<Searchable*> projects_{};
  Project project_{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_SEARCH_HPP_
