// A tree-sitter parser that keeps within a budget.
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

/// Parses several texts under one budget. One thread only. Nothing is freed: parser, trees and what
/// a parse that was left had at hand lie in the memory given, and go with it.
class BudgetedParser {
 public:
  BudgetedParser(ParseMemory& memory, Budget& budget) noexcept;
  BudgetedParser(const BudgetedParser&) = delete;
  BudgetedParser& operator=(const BudgetedParser&) = delete;

  /// Null: failure() says why. `part` restricts the parse to a range of `text`;
  /// offsets in the tree count from the start of `text` all the same.
  const TSTree* parse(std::string_view text, const Rules& rules,
                      const std::optional<TSRange>& part = std::nullopt);
  /// The same for a text that differs from another of the same size, of which `tree` is: what did
  /// not change, and held no error, is not parsed again.
  const TSTree* parse_again(std::string_view text, std::string_view before, const TSTree* tree,
                            const Rules& rules);

  /// Why the last parse gave no tree. Its memory was given back, so that only an end of the time
  /// keeps the next one from being tried. kCancelled: "PARSE_TIMEOUT", "PARSE_MEMORY",
  /// "SCANNER_STATE", "SCANNER_STUCK".
  Error failure() const;

 private:
  struct Task;
  const TSTree* run(Task task);

  ParseMemory& memory_;
  Budget& budget_;
  TSParser* parser_ = nullptr;  ///< null: none yet, or the last parse was left
  char* buffers_ = nullptr;     ///< of guard_scanners()
  ParseEnd end_ = ParseEnd::kDone;
  Budget::End budget_end_ = Budget::End::kNone;
};

/// Bytes in ERROR nodes, and one for each missing token.
std::uint64_t error_bytes(const TSTree* tree);

}  // namespace codeweaver::syntax
