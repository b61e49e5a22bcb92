// Answers as lines for people and programs: previews, vimgrep, paths alone.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/match_preview.hpp"
#include "cli/terminal.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

QueryTerms terms_of(std::string_view query);

/// A line of code, cut to `columns` where the terms are, in the colours of its tokens (of each
/// byte; none: plain), without the first `indent` bytes.
struct CodeLine {
  std::string_view text;
  const std::vector<TokenKind>& tokens;
  std::size_t indent = 0, columns = 100;
};
std::string shown_line(const CodeLine& line, const QueryTerms& terms, const Streams& streams);

/// The lines of a preview with their numbers, right-aligned, ">" before the line that the query
/// gives; code in colours, words that give terms
/// marked, long lines cut where the terms are.
std::string preview_text(const CodeMatch& match, const QueryTerms& terms, const PreviewShape& shape,
                         const Streams& streams);

/// An absolute path from `here`: relative to it where it lies below, else as it is.
std::string path_from(const std::filesystem::path& here, const std::string& path);

/// "path:line:column:text" and a line end.
std::string vimgrep_line(const std::string& path, std::uint32_t line, std::size_t column,
                         std::string_view text);

/// One for each line of the previews that answers.
std::string vimgrep_lines(const FindCodeResponseSummary& answer, std::string_view query,
                          const std::filesystem::path& here);

/// The paths of the matches, each once, best first.
std::string path_lines(const FindCodeResponseSummary& answer, const std::filesystem::path& here);

}  // namespace codeweaver::cli
