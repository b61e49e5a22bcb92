// A result taken for its value, without a look at whether there is one.
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
