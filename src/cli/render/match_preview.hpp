// The lines of a match that the terminal shows: its definition and the lines that answer.
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

#include "cli/render/highlight.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

/// Terms of a query, from text::analyze_query().
using QueryTerms = std::set<std::string, std::less<>>;

/// Which part of a match to show.
struct PreviewShape {
  Detail detail = Detail::kSnippet;   ///< kSummary: the definition's line; kFull: all lines
  std::size_t before = 0, after = 0;  ///< kSnippet: extra lines around the runs that answer
  /// kSnippet: a match is shown whole if it has at most this many lines, counted from its first
  /// line or from the line with its name.
  std::size_t whole_lines = 0;
  std::string_view query{};  ///< as typed; a line that contains it word for word is shown
};

/// One line of a preview.
struct PreviewLine {
  std::optional<std::uint32_t> number{};  ///< line number in the file; nullopt: unknown, or a gap
  std::string text{};                     ///< source or visible HTML text; "...": lines left out
  std::size_t indent = 0;                 ///< bytes of indentation that all shown lines share
  bool answers = false;                   ///< the line of the definition, or one with query terms
  bool is_asked = false;                  ///< the query names this line, or is in it word for word
  std::vector<TokenKind> tokens{};        ///< kind of each byte of `text`; empty: unknown
};

/// Returns the lines to show for a match, in order. For Detail::kSnippet these are:
/// - the line with the name of the definition (without a number if it is before the match);
/// - the two runs of three lines with the most query terms, or, if no line has any, the lines after
///   the definition;
/// - the line that the query names (asked_line()), or the first line with the query word for word;
/// - "..." in each place where lines of the match are left out.
/// Line numbers need the whole content of the match (Detail::kFull).
std::vector<PreviewLine> preview_of(const CodeMatch& match, const QueryTerms& terms,
                                    const PreviewShape& shape = {});

}  // namespace codeweaver::cli
