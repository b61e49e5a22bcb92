// Leaves a parse that tree-sitter itself would not end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::syntax {

/// Why a parse ended.
enum class ParseEnd : std::uint8_t {
  kDone,          ///< it returned
  kBudget,        ///< the budget was used up
  kScannerState,  ///< a scanner's state does not fit tree-sitter's buffer or does not survive a
                  ///< round trip
  kScannerStuck,  ///< a scanner read past the end of the text
};

/// Runs `work`. Any code below it may leave it with leave_parse(). The frame of `work` and all
/// frames below it must not need destructors. This holds for the C code of tree-sitter and the
/// grammars, because all its memory belongs to a ParseMemory. Do not touch their data again after
/// leave_parse().
ParseEnd run_leavable(void (*work)(void*), void* context);

/// Ends the innermost run_leavable() of this thread. Without one, aborts the process.
[[noreturn]] void leave_parse(ParseEnd reason) noexcept;

}  // namespace codeweaver::syntax
