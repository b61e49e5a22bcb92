// A result cannot be used as its value without a check.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: cannot convert
#include "codeweaver/result.hpp"

codeweaver::Result<int> count();
void run() {
  int value = count().value();
  (void)value;
#ifdef MISUSE
  value = count();
#endif
}
