// Commit subjects: which ones read like a query, and the query text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::evaluate {

/// The query in a subject, or why there is none.
struct SubjectQuery {
  std::string text{};           ///< empty: not a query
  std::string_view left_out{};  ///< "merge or revert", "version change", "no prose"
};

/// The query is the subject without a leading type ("fix(parser): ") and a trailing reference
/// ("(#12)"). Not queries: merges, reverts and fixups; version changes (a version number, or the
/// words bump, release or changelog); and subjects with fewer than three words or mostly without
/// words.
SubjectQuery query_of_subject(std::string_view subject);

}  // namespace codeweaver::evaluate
