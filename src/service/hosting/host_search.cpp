// ProjectHost: searches over several projects, and the model that answers questions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <chrono>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/contract.hpp"
#include "codeweaver/project_search.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

Result<FindCodeResponseSummary> ProjectHost::search(
    std::span<const std::shared_ptr<HostedProject>> projects, std::string_view query,
    const SearchOptions& options, const CallContext& call) {
  if (projects.size() == 1) return projects.front()->search(query, options, call);
  CODEWEAVER_TRY(options.validate());
  const auto begin = std::chrono::steady_clock::now();
  std::vector<Searchable*> asked;
  for (const auto& project : projects) {
    project->begin_first_index();
    asked.push_back(&project->searchable());
  }
  auto answer = search_projects(asked, query, options, call);
  if (answer) metrics_->add_query(milliseconds_since(begin), *answer);
  return answer;
}

Result<std::shared_ptr<const AnswerModel>> ProjectHost::answer_model(
    const HostedProject& project) const {
  if (options_.answer_model) return options_.answer_model(project.settings());
  return Error{ErrorCategory::kUnsupported, std::string(contract::kProviderNotAvailable),
               "No model that answers questions is configured", "asking a question",
               "Use search, which returns the passages for an answer."};
}

}  // namespace codeweaver::service
