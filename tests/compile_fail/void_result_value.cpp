// A Result<void> has no value.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: no match for
#include "codeweaver/result.hpp"

codeweaver::Result<void> save();
void run() {
  const auto saved = save();
  (void)saved;
#ifdef MISUSE
  *saved;
#endif
}
