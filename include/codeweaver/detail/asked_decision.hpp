// Questions for a decision ("how is it decided whether"), and names of functions that decide.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_ASKED_DECISION_HPP_
#define CODEWEAVER_TEXT_ASKED_DECISION_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/detail/asked_kind.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// Whether a question asks what decides about something: "how is it decided which files are kept",
/// "when must a command not be recorded". False for texts that are not questions.
inline bool asks_for_decision(std::string_view query) {
  static constexpr auto kPhrases = std::to_array<std::string_view>(
      {"are allowed",       "are permitted", "check whether", "checks whether",     "decide",
       "decided",           "decides",       "deciding",      "decision",           "determine if",
       "determine whether", "determined if", "determines if", "determines whether", "is allowed",
       "is permitted",      "know whether",  "may not",       "must not",           "should not",
       "tell whether"});
  if (query_kind(query) >= QueryKind::kSnippet) return false;
  const detail::AskingWords words(query);
  return words.size() <= kMostAskingWords &&
         std::ranges::any_of(
             kPhrases, [&](std::string_view phrase) { return words.find(phrase) < words.size(); });
}

/// Whether a definition with this qualified name decides something by its name: "should_save",
/// "Entry.isExpired", "can?".
inline bool names_decision(std::string_view symbol) {
  static constexpr auto kFirst = std::to_array<std::string_view>(
      {"accepts", "allow", "allows", "are", "can", "decide", "has", "is", "may", "must", "need",
       "needs", "permits", "should", "wants", "will"});
  static constexpr auto kLast =
      std::to_array<std::string_view>({"allowed", "eligible", "needed", "permitted", "required"});
  std::string first, last;
  std::size_t count = 0;
  const auto name = symbol.substr(symbol.find_last_of(".:#/") + 1);  // npos + 1 is 0
  for_each_part(name, [&](std::string_view part) {
    last = to_lower(part);
    if (count++ == 0) first = last;
  });
  return (count > 1 && detail::is_listed(first, kFirst)) || detail::is_listed(last, kLast) ||
         name.ends_with('?');
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_ASKED_DECISION_HPP_
