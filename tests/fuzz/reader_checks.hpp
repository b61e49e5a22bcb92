// Checks that every text given to a reader must pass.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "base/path_globs.hpp"
#include "base/wildmatch.hpp"
#include "codeweaver/query_parser.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::fuzz {

// Each returns what does not hold; empty: all does.

/// A query that was read is printed as text that is read as the same query.
inline std::string check_query_text(const std::string& text) {
  static_cast<void>(is_query(text));
  const auto query = parse_query(text);
  if (!query || text.find('\n') != std::string::npos) return {};
  const auto printed = to_string(*query);
  if (printed.size() > kMostQueryBytes) return {};
  const auto again = parse_query(printed);
  if (!again) return "'" + printed + "' is not read: " + again.error().cause;
  return to_string(*again) == printed ? "" : "'" + printed + "' is read as another query";
}

/// Places lie in their line, one behind the other; a line with one is found in a text, and the text
/// that is looked for before anything else stands in it.
inline std::string check_pattern_text(const std::string& text, unsigned variant) {
  pattern::PatternOptions options;
  options.patterns = {text};
  options.is_perl = variant % 2 == 1;
  options.letter_case = static_cast<pattern::LetterCase>(variant / 2 % 3);
  options.is_word = variant % 7 == 0;
  options.is_line = variant % 11 == 0;
  const auto compiled = pattern::Pattern::compile(options);
  if (!compiled) return {};
  pattern::LineMatcher matcher(*compiled);
  for (const std::string line : {"", "ab", "aaaa bb k", "\xD1\x8F\xC3\xA9 K\xE2\x84\xAA 12",
                                 "a\xFF\xF0\x80\x9F\x98z\xED\xA0\x80", "fn foo(bar)  baz FOO"}) {
    const bool is_match = matcher.matches(line);
    if (!matcher.problem().empty()) return {};
    if (is_match && !compiled->may_match_in("x\n" + line)) return "a match lacks its text";
    if (is_match && !matcher.next_line(line + "\n", 0)) return "a line that matches is not found";
    if (!matcher.problem().empty()) return {};
    matcher.open(line, {0, line.size()});
    bool is_found = false;
    for (std::size_t from = 0; from <= line.size();) {
      const auto place = matcher.find(from);
      if (!place) break;
      is_found = true;
      if (place->begin < from || place->end < place->begin || place->end > line.size())
        return "a place lies outside of its line";
      from = std::max(place->end, place->begin + 1);
    }
    if (is_found != is_match && matcher.problem().empty())
      return "a line that matches has no place";
  }
  return {};
}

/// Braces give a bounded number of patterns, and a path is matched by its own glob.
inline std::string check_glob_text(const std::string& text) {
  if (base::expand_braces(text).size() > base::kMostAlternatives) return "too many alternatives";
  const base::PathGlobs globs({text});
  for (const auto* const path : {"a", "src/a/b.cpp", "\xD1\x8F/b-a.hpp", "a/b/{a,b}"})
    static_cast<void>(globs.admits(path));
  for (const bool folds : {false, true})
    static_cast<void>(base::wildmatch(text, "src/ab.cpp", folds));
  const bool is_path = !text.empty() && text.front() != '/' && !text.starts_with("./") &&
                       text.back() != '/' && text.size() < 4096;
  if (is_path && !base::PathGlobs({base::glob_of_path(text)}).admits(text))
    return "a path is not matched by its own glob";
  return {};
}

}  // namespace codeweaver::fuzz
