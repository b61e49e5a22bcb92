// An indexer owns the lock of a run: it can be moved, but not copied.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: deleted function|use of deleted
#include <utility>

#include "codeweaver/indexer.hpp"

void run(codeweaver::Indexer& indexer) {
  codeweaver::Indexer moved = std::move(indexer);
  (void)moved;
#ifdef MISUSE
  codeweaver::Indexer copied = moved;
  (void)copied;
#endif
}
