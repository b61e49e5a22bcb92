// Strips the comment markers of all languages from doc comments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/comment_text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "base/ascii.hpp"

namespace codeweaver::syntax {

namespace {

constexpr std::string_view kBlanksAndEnds = " \t\r\n";

/// Longest first within each family.
constexpr std::array<std::string_view, 29> kOpeners = {
    "/***", "/**<", "/**", "/*!",  "/*",   "///<", "///", "//!", "//",   "(**",
    "(*",   "--[[", "---", "-- |", "-- ^", "--",   "{-|", "{-",  "<!--", "<#",
    "##'",  "#'",   "##",  "#",    ";;;",  ";;",   ";",   "%%",  "%"};
constexpr std::array<std::string_view, 7> kClosers = {"*/", "*)", "-}", "-->", "#>", "]]", "|#"};

/// "-----", "=====", "*/": lines without text.
bool is_ruler(std::string_view line) {
  return !line.empty() && std::all_of(line.begin(), line.end(), [](char c) {
    return std::string_view("-=*#/~_+<>").find(c) != std::string_view::npos;
  });
}

/// Returns a line without its comment markers. Blanks after the marker are kept.
std::string_view without_markers(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  std::string_view rest = line.substr(start);
  if (is_ruler(base::trimmed(rest, kBlanksAndEnds))) return {};
  bool is_marked = false;
  for (const std::string_view opener : kOpeners) {
    if (!rest.starts_with(opener)) continue;
    rest.remove_prefix(opener.size());
    is_marked = true;
    break;
  }
  if (!is_marked && rest.starts_with('*')) {  // the left margin of a block comment
    rest.remove_prefix(1);
    is_marked = true;
  }
  for (const std::string_view closer : kClosers) {
    const std::string_view body = base::trimmed(rest, kBlanksAndEnds);
    if (body.ends_with(closer)) rest = rest.substr(0, rest.rfind(closer));
  }
  if (is_marked || rest.size() != line.size() - start) return rest;
  return line;
}

/// C# doc comments begin and end with these tags.
std::string_view without_summary_tags(std::string_view line) {
  const std::string_view body = base::trimmed(line, kBlanksAndEnds);
  if (body.starts_with("<summary>")) line.remove_prefix(line.find('>') + 1);
  if (base::trimmed(line, kBlanksAndEnds).ends_with("</summary>"))
    line = line.substr(0, line.rfind("</"));
  return line;
}

std::size_t indent_of(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t\r");
  return at == std::string_view::npos ? std::numeric_limits<std::size_t>::max() : at;
}

/// The inside of a string literal used as documentation; nullopt: not a literal.
std::optional<std::string_view> literal_text(std::string_view text) {
  for (const std::string_view quote : {"\"\"\"", "'''", "\"", "'"}) {
    if (text.size() < 2 * quote.size() || !text.starts_with(quote)) continue;
    text.remove_prefix(quote.size());
    if (text.ends_with(quote)) text.remove_suffix(quote.size());
    return text;
  }
  return std::nullopt;
}

/// Removes the common indentation. The first line begins after its marker, so its indentation does
/// not count.
std::string join_lines(const std::vector<std::string_view>& lines) {
  std::size_t indent = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 1; i < lines.size(); ++i) indent = std::min(indent, indent_of(lines[i]));
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    const std::size_t own = std::min(indent_of(line), line.size());
    line.remove_prefix(i == 0 ? own : std::min(indent, own));
    const std::size_t last = line.find_last_not_of(" \t\r");
    line = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (line.empty() && (out.empty() || out.ends_with("\n\n"))) continue;
    out += line;
    out += '\n';
  }
  return std::string(base::trimmed(out, kBlanksAndEnds));
}

}  // namespace

std::string clean_comment(std::string_view comment) {
  comment = base::trimmed(comment, kBlanksAndEnds);
  const auto literal = literal_text(comment);
  if (literal) comment = *literal;
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= comment.size();) {
    const std::size_t end = std::min(comment.find('\n', begin), comment.size());
    const std::string_view line = comment.substr(begin, end - begin);
    lines.push_back(literal ? line : without_summary_tags(without_markers(line)));
    begin = end + 1;
  }
  return join_lines(lines);
}

}  // namespace codeweaver::syntax
