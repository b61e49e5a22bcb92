// search_projects: one answer out of several projects, for those who ask for it.
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

/// The best matches of all projects within options.top_k and options.token_limit, those of the
/// project first that the question is likeliest about; `audit.project` says where each is from.
/// Every project is searched on its own, by CodeWeaver::search, one after the other; equal
/// relevance goes by path, line and namespace. Warnings begin with the project they are of, unless
/// there is but one. `projects` must not be empty, nor hold null. A project that cannot be searched
/// as something is broken becomes a warning, as long as another answers. Cost: that of all
/// searches. Errors: the first other one of a project.
Result<FindCodeResponseSummary> search_projects(std::span<CodeWeaver* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options = {},
                                                std::stop_token stop = {});

/// The same of projects of a store: each by StoreSearcher::search().
Result<FindCodeResponseSummary> search_projects(std::span<const StoreSearcher* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options = {},
                                                std::stop_token stop = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_SEARCH_HPP_
