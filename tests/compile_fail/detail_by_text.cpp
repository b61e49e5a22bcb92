// An enumeration cannot be set from text: names must be parsed, because they may be wrong.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: cannot convert
#include "codeweaver/search_types.hpp"

void run(codeweaver::SearchOptions& options) {
  options.detail = codeweaver::parse_detail("full").value_or(codeweaver::Detail::kSnippet);
#ifdef MISUSE
  options.detail = "full";
#endif
}
