// QueryReading: what to search for, derived from the form of the query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/query_reading.hpp"

#include <algorithm>
#include <array>

#include "codeweaver/detail/change_record.hpp"
#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/detail/query_words.hpp"
#include "codeweaver/detail/report_query.hpp"
#include "codeweaver/detail/spoken_language.hpp"
#include "codeweaver/detail/trace_query.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::engine {
namespace {

void add_frames(const text::StackTrace& trace, QueryReading& out) {
  for (const auto& frame : text::frames_of_interest(trace)) {
    if (!frame.file.empty())
      out.places.push_back({std::string(frame.file), frame.line, std::string(frame.function)});
    if (const auto name = text::last_name_of(frame.function); !name.empty())
      out.symbols.push_back({std::string(name), std::string(text::file_name_of(frame.file))});
  }
}

QueryReading reading_of(const text::StackTrace& trace) {
  QueryReading out{text::trace_text(trace), text::analyze_trace(trace), {}, {}};
  add_frames(trace, out);
  return out;
}

QueryReading reading_of(const text::Report& report) {
  QueryReading out{text::report_text(report), text::analyze_report(report), {}, {}};
  out.is_report = true;
  if (report.trace) add_frames(*report.trace, out);
  return out;
}

/// Words that users put before or after a name: "struct window_pane", "RegEx class".
bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 16> kKeywords = {
      "class", "struct", "enum",   "interface", "trait", "impl",  "def",      "fn",
      "func",  "type",   "method", "macro",     "union", "const", "function", "constructor"};
  return std::ranges::find(kKeywords, word) != kKeywords.end();
}

/// The query without white space, call parentheses and a keyword, if the rest is one name; else
/// empty.
std::string bare_name(std::string_view query) {
  const auto first = query.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  query = query.substr(first, query.find_last_not_of(" \t\r\n") - first + 1);
  if (query.ends_with("()")) query.remove_suffix(2);
  if (text::is_qualified_name(query)) return std::string(query);
  const auto gap = query.find(' ');
  if (gap == std::string_view::npos) return {};
  const auto head = query.substr(0, gap), tail = query.substr(query.rfind(' ') + 1);
  if (gap + 1 + tail.size() != query.size()) return {};  // more than two words
  if (is_keyword(head) && text::is_qualified_name(tail)) return std::string(tail);
  return is_keyword(tail) && text::is_qualified_name(head) ? std::string(head) : std::string();
}

/// The query if it consists of a few plain words: "merge config".
std::string spoken_name(std::string_view query) {
  constexpr std::size_t kMostWords = 6;
  std::size_t words = 0;
  bool is_plain = true;
  text::for_each_word(query, [&words](std::string_view) { ++words; });
  for (const char c : query)
    is_plain = is_plain && (text::byte_class(c) != text::ByteClass::kSeparator || c == ' ');
  return is_plain && words > 1 && words <= kMostWords ? std::string(query) : std::string();
}

/// The words of a message as a program writes them: only letters, including common words.
std::optional<std::vector<rank::QueryTerm>> message_words(std::string_view query) {
  constexpr std::array<std::string_view, 9> kAsking = {"how",  "what", "why", "where", "which",
                                                       "when", "who",  "is",  "does"};
  const auto all = text::query_words(query);
  if (all.empty()) return std::nullopt;
  const auto first = all.front().text;  // WHERE starts a statement, not a question
  const bool is_shouted =
      text::byte_class(first.back()) == text::ByteClass::kUpper && first.size() > 1;
  const bool has_values = query.find_first_of("0123456789\"'`") != std::string_view::npos;
  if ((query.ends_with('?') && !has_values) ||
      (!is_shouted && std::ranges::find(kAsking, text::to_lower(first)) != kAsking.end()))
    return std::nullopt;
  std::string words;
  text::for_each_word(query, [&words](std::string_view word) {
    const bool is_plain = std::ranges::all_of(word, [](char c) {
      const auto kind = text::byte_class(c);
      return kind == text::ByteClass::kLower || kind == text::ByteClass::kUpper;
    });
    if (is_plain && word.size() > 1) words.append(word).push_back(' ');
  });
  text::detail::QueryTermSet terms;
  text::detail::collect_query_terms(words, {1, 1, 1, 0}, /*keep_stop_words=*/true, terms);
  return std::move(terms).take();
}

}  // namespace

QueryReading read_query(std::string_view query) {
  if (const auto report = text::read_report(query)) return reading_of(*report);
  if (const auto trace = text::read_stack_trace(query)) return reading_of(*trace);
  const auto asked = text::read_asked_declaration(query);
  QueryReading out{
      std::string(query), text::analyze_query(query), {}, text::asked_kind(query), asked.kind};
  if (text::names_kind_of_file(asked.kind)) out.kind_words = asked.phrase;
  out.may_ask_for_changes = text::may_ask_for_changes(query);
  out.asks_for_decision = text::asks_for_decision(query);
  if (auto place = read_place(query)) out.places.push_back(std::move(*place));
  if (auto name = bare_name(query); !name.empty()) {
    out.symbols.push_back({std::move(name), {}});
    out.is_one_name = true;
  } else if (out.is_foreign = text::looks_foreign(query); out.is_foreign) {
    for (auto& word : text::names_among_words(query)) out.symbols.push_back({std::move(word), {}});
  } else {
    out.spoken_name = spoken_name(query);
  }
  out.message = message_words(query);
  return out;
}

}  // namespace codeweaver::engine
