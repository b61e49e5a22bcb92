// The loop over the trees of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/ask_trees.hpp"

#include <utility>

#include "engine/searching/merge_answers.hpp"

namespace codeweaver::engine {

Result<TreesAnswer> ask_trees(std::span<const Tree> trees, const SearchOptions& options,
                              const SharedDeadline& deadline, const AskRules& rules) {
  TreesAnswer out;
  auto warnings = rules.warnings;
  std::vector<FindCodeResponseSummary> answers;
  auto within = options;
  for (const auto& tree : trees) {
    within.deadline = tree.is_main ? deadline.left_to_answer() : deadline.left();
    auto answer = tree.ask(within);
    if (answer) {
      answers.push_back(std::move(*answer));
      continue;
    }
    if (tree.is_main || !rules.survives(answer.error())) return answer.error();
    warnings.push_back(rules.warning(tree, answer.error()));
    out.failures.push_back(answer.error());
  }
  if (answers.empty()) return out;
  auto& first = answers.front().warnings;
  first.insert(first.end(), warnings.begin(), warnings.end());
  if (answers.size() == 1 && rules.keeps_single) {
    out.answer = std::move(answers.front());
    return out;
  }
  if (rules.is_routed) route_answers(answers);
  out.answer = merge_answers(std::move(answers), options);
  return out;
}

}  // namespace codeweaver::engine
