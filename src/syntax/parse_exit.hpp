// The way out of a parse that tree-sitter itself would not end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::syntax {

/// How a parse came to its end.
enum class ParseEnd : std::uint8_t {
  kDone,          ///< it returned
  kBudget,        ///< an end of the budget
  kScannerState,  ///< a scanner's state does not fit tree-sitter's buffer, or would not come back
  kScannerStuck,  ///< a scanner read more than there is
};

/// Runs `work`, which may be left from anywhere below by leave_parse(). All frames below `work`,
/// and its own, must hold nothing that needs a destructor: tree-sitter's and the grammars' C code
/// does not, as all its memory is of a ParseMemory. What they worked on must not be touched again.
ParseEnd run_leavable(void (*work)(void*), void* context);

/// Ends the innermost run_leavable() of this thread; without one, the process.
[[noreturn]] void leave_parse(ParseEnd reason) noexcept;

}  // namespace codeweaver::syntax
