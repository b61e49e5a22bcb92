// A searcher owns open files: it can be moved and shared by reference, but not copied.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: deleted function|use of deleted
#include <utility>

#include "codeweaver/hybrid_searcher.hpp"

void run(codeweaver::HybridSearcher& searcher) {
  codeweaver::HybridSearcher moved = std::move(searcher);
  (void)moved;
#ifdef MISUSE
  codeweaver::HybridSearcher copied = moved;
  (void)copied;
#endif
}
