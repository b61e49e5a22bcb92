// Subjects of commits: which of them read like a query, and what is asked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::evaluate {

/// A subject as a query, or why it is none.
struct SubjectQuery {
  std::string text{};           ///< empty: no query
  std::string_view left_out{};  ///< "merge or revert", "version change", "no prose"
};

/// The query is the subject without a leading type ("fix(parser): ") and a trailing reference
/// ("(#12)"). Merges, reverts and fixups are none, nor are changes of versions (a version number,
/// or the words bump, release or changelog), nor what has under three words or is mostly no words.
SubjectQuery query_of_subject(std::string_view subject);

}  // namespace codeweaver::evaluate
