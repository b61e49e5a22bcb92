// A tree-sitter parser with a budget of CPU time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include "syntax/rules.hpp"

namespace codeweaver::syntax {

struct TreeDeleter {
  void operator()(TSTree* tree) const noexcept { ts_tree_delete(tree); }
};
using TreePointer = std::unique_ptr<TSTree, TreeDeleter>;

/// Parses several texts under one budget. One thread only.
class BudgetedParser {
 public:
  explicit BudgetedParser(std::chrono::milliseconds budget);
  BudgetedParser(const BudgetedParser&) = delete;
  BudgetedParser& operator=(const BudgetedParser&) = delete;
  ~BudgetedParser();

  /// Null: the budget ran out. `part` restricts the parse to a range of `text`; offsets in the
  /// tree count from the start of `text` all the same.
  TreePointer parse(std::string_view text, const Rules& rules,
                    const std::optional<TSRange>& part = std::nullopt);
  /// The same for a text that differs from another of the same size, of which `tree` is: what did
  /// not change, and held no error, is not parsed again.
  TreePointer parse_again(std::string_view text, std::string_view before, const TSTree* tree,
                          const Rules& rules);

 private:
  TreePointer run(std::string_view text, const TSTree* before);

  TSParser* parser_;
  std::chrono::nanoseconds deadline_;  ///< of this thread's CPU time
};

/// Bytes in ERROR nodes, and one for each missing token.
std::uint64_t error_bytes(const TSTree* tree);

}  // namespace codeweaver::syntax
