// What looks like a query, and is pasted text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/query_parser.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::engine {

/// Whether what was taken for a query is none: an expression that cannot be read, exact parts where
/// they cannot be searched.
inline bool is_no_query(const Error& error) {
  return error.category == ErrorCategory::kUnsupported || error.code == error_code::kPatternInvalid;
}

/// The answer to a text that looks like a query. People paste code and messages that look like one:
/// what cannot be read or asked is answered by `words`, with a warning that says why.
template <class Words>
Result<FindCodeResponseSummary> query_or_words(CodeWeaver& core, std::string_view text,
                                               const SearchOptions& options, std::stop_token stop,
                                               const Words& words) {
  std::string why;
  if (const auto parsed = parse_query(text)) {
    auto answer = core.find(*parsed, options, std::move(stop));
    if (answer || !is_no_query(answer.error())) return answer;
    why = answer.error().message();
  } else {
    why = parsed.error().message();
  }
  auto answer = words();
  if (answer) answer->warnings.insert(answer->warnings.begin(), "Searched for its words. " + why);
  return answer;
}

}  // namespace codeweaver::engine
