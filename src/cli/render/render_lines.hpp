// Results as lines for people and programs: previews, vimgrep, paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/render/match_preview.hpp"
#include "cli/render/terminal.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

/// Returns the terms of a query.
QueryTerms terms_of(std::string_view query);

/// A line of code for shown_line(): `tokens` has the kind of each byte (empty: no colours),
/// `indent` is the number of bytes to skip, `columns` the largest width of the result, at least 20.
struct CodeLine {
  std::string_view text;
  const std::vector<TokenKind>& tokens;
  std::size_t indent = 0, columns = 100;
};
/// Returns the line, coloured and cut to its width around the terms.
std::string shown_line(const CodeLine& line, const QueryTerms& terms, const Streams& streams);

/// Returns the preview lines of a match with right-aligned line numbers. ">" marks the line that
/// the query names. Code is coloured, terms are marked, long lines are cut around the terms.
std::string preview_text(const CodeMatch& match, const QueryTerms& terms, const PreviewShape& shape,
                         const Streams& streams);

/// Returns a path relative to `here` if it is below `here`, else unchanged.
std::string path_from(const std::filesystem::path& here, const std::string& path);

/// Returns "path:line:column:text" and a line end.
std::string vimgrep_line(const std::string& path, std::uint32_t line, std::size_t column,
                         std::string_view text);

/// Returns one vimgrep line for each preview line that answers the query. If a match has none, its
/// first line is used.
std::string vimgrep_lines(const FindCodeResponseSummary& answer, std::string_view query,
                          const std::filesystem::path& here);

/// Returns the paths of the matches without duplicates, best match first.
std::string path_lines(const FindCodeResponseSummary& answer, const std::filesystem::path& here);

}  // namespace codeweaver::cli
