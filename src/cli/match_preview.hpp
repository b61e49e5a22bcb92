// The few lines of a match that the terminal shows: where it is defined, and what answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/highlight.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

/// Terms of a query, as text::analyze_query gives them.
using QueryTerms = std::set<std::string, std::less<>>;

/// The part of a match that is shown.
struct PreviewShape {
  Detail detail = Detail::kSnippet;   ///< kSummary: the definition's line; kFull: all lines
  std::size_t before = 0, after = 0;  ///< kSnippet: lines around the runs that answer
  /// kSnippet: a match of at most this many lines, or a definition whose lines from its name to
  /// the match's end are as many, is shown whole.
  std::size_t whole_lines = 0;
  std::string_view query{};  ///< as typed; a line that holds it word for word is shown
};

/// One line of a preview.
struct PreviewLine {
  std::optional<std::uint32_t>
      number{};                     ///< in the file; nullopt: not known, or lines are left out
  std::string text{};               ///< of the match, of a page as it is read; "...": left out
  std::size_t indent = 0;           ///< bytes that all lines shown begin with
  bool answers = false;             ///< it is the definition's, or holds terms of the query
  bool is_asked = false;            ///< the query gives this line, or holds it word for word
  std::vector<TokenKind> tokens{};  ///< of each byte of `text`; empty: not told
};

/// By default at most eight lines: the line that defines the named definition (without a number
/// where it comes before the match), and the two runs of three lines that hold most of the terms;
/// where none hold any, the lines that follow the definition. The line that the query gives
/// (asked_line(), or the first that holds it word for word) is always among them. "..." marks each
/// place where lines of the match are left out. Numbers need the match's whole content
/// (Detail::kFull).
std::vector<PreviewLine> preview_of(const CodeMatch& match, const QueryTerms& terms,
                                    const PreviewShape& shape = {});

}  // namespace codeweaver::cli
