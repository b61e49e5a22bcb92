// A deadline needs a unit.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: no match for|cannot convert|no known conversion
#include <chrono>

#include "codeweaver/search_types.hpp"

void run(codeweaver::SearchOptions& options) {
  options.deadline = std::chrono::seconds(2);
#ifdef MISUSE
  options.deadline = 2;
#endif
}
