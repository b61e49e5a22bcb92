// A result must not be ignored: its error would be lost.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: ignoring return.*nodiscard|declared with attribute 'nodiscard'|nodiscard
#include "codeweaver/result.hpp"

codeweaver::Result<int> count();
void run() {
  const auto kept = count();
  (void)kept;
#ifdef MISUSE
  count();
#endif
}
