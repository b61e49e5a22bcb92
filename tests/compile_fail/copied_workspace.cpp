// An open project owns threads: it cannot be copied.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: deleted function|use of deleted
#include <utility>

#include "codeweaver/workspace.hpp"

void run(codeweaver::CodeWeaver& open) {
  codeweaver::CodeWeaver moved = std::move(open);
  (void)moved;
#ifdef MISUSE
  codeweaver::CodeWeaver copied = moved;
  (void)copied;
#endif
}
