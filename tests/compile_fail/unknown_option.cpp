// An unknown option does not compile.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: no non-static data member named|has no.*member named
#include "codeweaver/search_types.hpp"

void run() {
  const codeweaver::SearchOptions options{.top_k = 3};
  (void)options;
#ifdef MISUSE
  const codeweaver::SearchOptions mistyped{.topk = 3};
  (void)mistyped;
#endif
}
