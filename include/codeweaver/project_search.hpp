// search_projects: one answer from several projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_PROJECT_SEARCH_HPP_
#define CODEWEAVER_PROJECT_SEARCH_HPP_

#include <span>
#include <stop_token>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/store_searcher.hpp"
#include "codeweaver/workspace.hpp"

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
///     CodeWeaver::search().
Result<FindCodeResponseSummary> search_projects(std::span<CodeWeaver* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options = {},
                                                std::stop_token stop = {});

/// Like the above for projects in a store; uses StoreSearcher::search().
Result<FindCodeResponseSummary> search_projects(std::span<const StoreSearcher* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options = {},
                                                std::stop_token stop = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_SEARCH_HPP_
