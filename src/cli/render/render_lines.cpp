// Results as lines: cut to the terminal width, coloured, or plain for programs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/render_lines.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "cli/render/text_width.hpp"
#include "codeweaver/detail/line_window.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kMargin = "   ", kAskedMargin = " > ";
constexpr std::string_view kTabColumns = "    ";
constexpr std::size_t kUsualWidth = 100, kLeastWidth = 20;

std::optional<Style> style_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::kKeyword:
      return Style::kKeyword;
    case TokenKind::kString:
      return Style::kString;
    case TokenKind::kComment:
      return Style::kComment;
    case TokenKind::kPlain:
      break;
  }
  return std::nullopt;
}

/// Makes text safe for a terminal. On a terminal, tabs become four spaces, so that the width of a
/// line is known.
std::string cells(const Streams& streams, std::string_view text) {
  auto out = printable(text);
  if (!streams.out_is_terminal) return out;
  for (auto at = out.find('\t'); at != std::string::npos; at = out.find('\t', at))
    out.replace(at, 1, kTabColumns);
  return out;
}

/// Colours code by its tokens. Words of the query are bold, too.
std::string coloured(const Streams& streams, std::string_view line,
                     const std::vector<TokenKind>& tokens, std::size_t offset,
                     const QueryTerms& terms) {
  if (!streams.use_colour) return cells(streams, line);
  std::vector<bool> is_marked(line.size(), false);
  for (const auto& place : text::detail::term_places(line, terms))
    std::fill(is_marked.begin() + static_cast<std::ptrdiff_t>(place.begin),
              is_marked.begin() + static_cast<std::ptrdiff_t>(place.end), true);
  const auto kind_at = [&](std::size_t at) {
    return offset + at < tokens.size() ? tokens[offset + at] : TokenKind::kPlain;
  };
  std::string out;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end) {
    while (end < line.size() && kind_at(end) == kind_at(begin) &&
           is_marked[end] == is_marked[begin])
      ++end;
    auto run = cells(streams, line.substr(begin, end - begin));
    if (is_marked[begin])
      run = styled(streams, Style::kMark, run);
    else if (const auto style = style_of(kind_at(begin)))
      run = styled(streams, *style, run);
    out += run;
  }
  return out;
}

/// Returns a part of `text`, around the terms, that takes at most `columns` columns.
std::string_view window_of(std::string_view text, std::size_t columns, const QueryTerms& terms,
                           const Streams& streams) {
  // As many bytes as the columns hold if all letters are equally wide; then fewer, until they fit.
  auto bytes = std::max(columns, columns * text.size() / columns_of(cells(streams, text)));
  while (true) {
    const auto window = text::line_window(text, bytes, terms);
    const auto width = columns_of(cells(streams, window));
    if (width <= columns) return window;
    bytes = std::min(bytes - 1, bytes * columns / width);
  }
}

/// Returns the column of the first query term, or of the first non-blank character; from 1.
std::size_t column_of(std::string_view line, const QueryTerms& terms) {
  const auto places = text::detail::term_places(line, terms);
  const auto first = places.empty() ? line.find_first_not_of(" \t") : places.front().begin;
  return first == std::string_view::npos ? 1 : first + 1;
}

/// Returns the path of a match relative to `here`; for pushed items, their path as pushed.
std::string shown_path_of(const std::filesystem::path& here, const CodeMatch& match) {
  const auto& file = match.file;
  return file.absolute_path.empty() ? file.path : path_from(here, file.absolute_path);
}

}  // namespace

QueryTerms terms_of(std::string_view query) {
  QueryTerms terms;
  for (auto& term : text::analyze_query(query)) terms.insert(std::move(term.text));
  return terms;
}

std::string shown_line(const CodeLine& line, const QueryTerms& terms, const Streams& streams) {
  const auto text = line.text.substr(line.indent);
  // "..." marks text that is cut off on either side.
  constexpr std::size_t kMarks = 6;
  const auto shown = columns_of(cells(streams, text)) <= line.columns
                         ? text
                         : window_of(text, line.columns - kMarks, terms, streams);
  const auto skipped = static_cast<std::size_t>(shown.data() - text.data());
  std::string out = skipped > 0 ? styled(streams, Style::kDim, "...") : std::string();
  out += coloured(streams, shown, line.tokens, line.indent + skipped, terms);
  if (skipped + shown.size() < text.size()) out += styled(streams, Style::kDim, "...");
  return out;
}

std::string preview_text(const CodeMatch& match, const QueryTerms& terms, const PreviewShape& shape,
                         const Streams& streams) {
  const auto lines = preview_of(match, terms, shape);
  std::size_t width = 0;
  for (const auto& line : lines)
    if (line.number) width = std::max(width, std::to_string(*line.number).size());
  const auto columns = streams.columns == 0
                           ? kUsualWidth
                           : std::max(streams.columns, kMargin.size() + width + 2 + kLeastWidth) -
                                 kMargin.size() - width - 2;
  std::string out;
  for (const auto& line : lines) {
    const auto number = line.number ? std::to_string(*line.number) : std::string();
    std::string gutter(width - std::min(width, number.size()), ' ');
    gutter += number;
    if (width > 0) gutter += "  ";
    const auto text = line.text.substr(line.indent);
    if (text.empty()) gutter.erase(gutter.find_last_not_of(' ') + 1);
    out += std::string(line.is_asked ? kAskedMargin : kMargin) +
           styled(streams, Style::kDim, gutter) +
           shown_line({line.text, line.tokens, line.indent, columns}, terms, streams);
    out += '\n';
  }
  return out;
}

std::string path_from(const std::filesystem::path& here, const std::string& path) {
  const auto relative = std::filesystem::path(path).lexically_relative(here);
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.generic_string() : path;
}

std::string vimgrep_line(const std::string& path, std::uint32_t line, std::size_t column,
                         std::string_view text) {
  return path + ':' + std::to_string(line) + ':' + std::to_string(column) + ':' +
         std::string(text) + '\n';
}

std::string vimgrep_lines(const FindCodeResponseSummary& answer, std::string_view query,
                          const std::filesystem::path& here) {
  const auto terms = terms_of(query);
  std::string out;
  for (const auto& match : answer.matches) {
    auto lines = preview_of(match, terms, {.query = query});
    std::erase_if(lines, [](const PreviewLine& line) { return !line.number; });
    if (std::ranges::any_of(lines, &PreviewLine::answers))
      std::erase_if(lines, [](const PreviewLine& line) { return !line.answers; });
    else if (lines.size() > 1)
      lines.resize(1);
    for (const auto& line : lines)
      out += vimgrep_line(shown_path_of(here, match), *line.number, column_of(line.text, terms),
                          line.text);
  }
  return out;
}

std::string path_lines(const FindCodeResponseSummary& answer, const std::filesystem::path& here) {
  std::string out;
  std::set<std::string> seen;
  for (const auto& match : answer.matches)
    if (auto path = shown_path_of(here, match); seen.insert(path).second) out += path + '\n';
  return out;
}

}  // namespace codeweaver::cli
