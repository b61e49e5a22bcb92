// Distinguishes structured queries and questions for uses from other text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "codeweaver/call_context.hpp"
#include "codeweaver/detail/asked_uses.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/query.hpp"
#include "codeweaver/query_parser.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/workspace/call_questions.hpp"

namespace codeweaver::engine {

/// True if an error shows that the text was not meant as a query: its expression is invalid, or it
/// has exact parts where exact search is not available.
inline bool is_no_query(const Error& error) {
  return error.category == ErrorCategory::kUnsupported || error.code == error_code::kPatternInvalid;
}

/// True if a query consists only of quoted text as long as a sentence. Users quote prose that no
/// file contains verbatim; short quoted text is meant exactly.
inline bool is_quoted_prose(const Query& query) {
  constexpr std::ptrdiff_t kSpacesOfSentence = 7;
  if (!query.exact || !query.meaning.empty()) return false;
  const auto is_text = [](const QueryPart& part) { return part.kind == QueryPart::Kind::kText; };
  const auto spaces = [](const QueryPart& part) {
    return std::count(part.text.begin(), part.text.end(), ' ');
  };
  const auto& exact = *query.exact;
  if (is_text(exact)) return spaces(exact) >= kSpacesOfSentence;
  return exact.kind == QueryPart::Kind::kAnd && std::ranges::all_of(exact.parts, is_text) &&
         std::ranges::any_of(
             exact.parts, [&](const QueryPart& part) { return spaces(part) >= kSpacesOfSentence; });
}

/// Answers a text that looks like a query. Users paste code and messages that look like queries. If
/// the text cannot be parsed or executed, or if it is quoted prose without matches, `words` answers
/// it, with a warning that gives the reason.
template <class Words>
Result<FindCodeResponseSummary> query_or_words(CodeWeaver& core, std::string_view text,
                                               const SearchOptions& options,
                                               const CallContext& call, const Words& words) {
  std::string why;
  if (const auto parsed = parse_query(text)) {
    auto answer = core.find(*parsed, options, call);
    const bool is_none = answer && answer->matches.empty() && is_quoted_prose(*parsed);
    if (!is_none && (answer || !is_no_query(answer.error()))) return answer;
    why = is_none ? "No file contains the quoted text." : answer.error().message();
  } else {
    why = parsed.error().message();
  }
  auto answer = words();
  if (answer)
    answer->warnings.insert(answer->warnings.begin(), "Searched for its words instead. " + why);
  return answer;
}

/// True if the question asks for the uses of a name in code, or of a plain word that the project
/// defines.
inline bool has_asked_name(CodeWeaver& core, const text::AskedUses& asked,
                           const CallContext& call) {
  if (asked.is_code_name) return true;
  const auto found = core.find_symbol(asked.name, 1, {}, call);
  return found && !found->empty() && found->front().name == asked.name;
}

/// Answers a question such as "who calls apply_tariff" with the places that the call graph gives.
/// If it knows only the name, or if more words narrow the question, the places that use the name,
/// or the most similar name, answer it. If there are none, or if the question is another one,
/// `words` answers it.
template <class Words>
Result<FindCodeResponseSummary> uses_or_words(CodeWeaver& core, std::string_view text,
                                              const SearchOptions& options, const CallContext& call,
                                              const Words& words) {
  const auto asked = text::asked_uses(text);
  if (!asked || options.retrieval == Retrieval::kDense || !has_asked_name(core, *asked, call))
    return words();
  if (asked->rest.empty()) {
    auto known = calls_answer(core, *asked, options, call);
    if (!known) return known.error();
    if (*known) return *std::move(*known);
  }
  if (asked->relation != text::AskedUses::Relation::kUses &&
      asked->relation != text::AskedUses::Relation::kImpact)
    return words();
  const auto uses_of = [&](const std::string& name) {
    Query query{.meaning = asked->rest};
    query.exact = QueryPart{QueryPart::Kind::kReferenceOf, name, {}};
    return core.find(query, options, call);
  };
  auto answer = uses_of(asked->name);
  if (!answer) return is_no_query(answer.error()) ? words() : std::move(answer);
  if (!answer->matches.empty()) return answer;
  for (const auto& similar : core.similar_symbols(asked->name, 1)) {
    answer = uses_of(similar);
    if (!answer || answer->matches.empty()) break;
    answer->warnings.push_back("Searched for uses of \"" + similar + "\" instead of \"" +
                               asked->name + "\", which no indexed file uses");
    return answer;
  }
  return words();
}

}  // namespace codeweaver::engine
