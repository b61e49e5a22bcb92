// Several projects searched one after the other, and their answers made one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/project_search.hpp"

#include <utility>
#include <vector>

#include "engine/merge_answers.hpp"

namespace codeweaver {

Result<FindCodeResponseSummary> search_projects(std::span<CodeWeaver* const> projects,
                                                std::string_view query,
                                                const SearchOptions& options,
                                                std::stop_token stop) {
  std::vector<FindCodeResponseSummary> answers;
  for (CodeWeaver* project : projects) {
    auto answer = project->search(query, options, stop);
    if (!answer) return answer;
    if (projects.size() > 1)
      for (auto& warning : answer->warnings)
        warning = project->project().project_id + ": " + warning;
    answers.push_back(std::move(*answer));
  }
  if (answers.size() == 1) return std::move(answers.front());
  return engine::merge_answers(std::move(answers), options);
}

}  // namespace codeweaver
