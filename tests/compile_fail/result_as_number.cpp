// A result cannot be used as a number.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: cannot convert
#include "codeweaver/result.hpp"

codeweaver::Result<double> share();
void run() {
  const auto result = share();
  bool is_there = result.has_value();
  (void)is_there;
#ifdef MISUSE
  int code = result;
  (void)code;
#endif
}
