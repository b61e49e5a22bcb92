// A tree-sitter parser that respects a budget.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string_view>

#include "syntax/budget.hpp"
#include "syntax/parse_exit.hpp"
#include "syntax/parse_memory.hpp"
#include "syntax/rules.hpp"

namespace codeweaver::syntax {

/// Parses several texts under one budget. Not thread-safe. Frees nothing: the parser, its trees and
/// the data of abandoned parses live in `memory` and go with it.
class BudgetedParser {
 public:
  BudgetedParser(ParseMemory& memory, Budget& budget) noexcept;
  BudgetedParser(const BudgetedParser&) = delete;
  BudgetedParser& operator=(const BudgetedParser&) = delete;

  /// Null: failed; see failure(). `part` restricts the parse to a range of `text`. Offsets in the
  /// tree still count from the start of `text`.
  const TSTree* parse(std::string_view text, const Rules& rules,
                      const std::optional<TSRange>& part = std::nullopt);
  /// Parses a text that differs from `before`, which has the same size and the tree `tree`.
  /// Unchanged parts without errors are not parsed again.
  const TSTree* parse_again(std::string_view text, std::string_view before, const TSTree* tree,
                            const Rules& rules);

  /// Why the last parse gave no tree. Its memory was returned, so only a time end prevents the next
  /// parse. kCancelled: "PARSE_TIMEOUT", "PARSE_MEMORY", "SCANNER_STATE", "SCANNER_STUCK".
  Error failure() const;

 private:
  struct Task;
  const TSTree* run(Task task);

  ParseMemory& memory_;
  Budget& budget_;
  TSParser* parser_ = nullptr;  ///< null: none yet, or the last parse was abandoned
  char* buffers_ = nullptr;     ///< for guard_scanners()
  ParseEnd end_ = ParseEnd::kDone;
  Budget::End budget_end_ = Budget::End::kNone;
};

/// Bytes in ERROR nodes, plus one for each missing token.
std::uint64_t error_bytes(const TSTree* tree);

}  // namespace codeweaver::syntax
