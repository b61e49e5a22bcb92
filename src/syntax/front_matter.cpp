// Reads two keys of front matter, line by line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/front_matter.hpp"

#include <cstdint>

#include "syntax/kinds.hpp"
#include "syntax/names.hpp"

namespace codeweaver::syntax {
namespace {

constexpr std::size_t kMaxFrontMatterBytes = 16U << 10;
constexpr std::size_t kMaxTitleBytes = 200;

std::string_view without_blanks(std::string_view text) noexcept {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

/// Removes and returns the first line.
std::string_view take_line(std::string_view& text) noexcept {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// The value of `key: value` or `key = "value"`. Values that YAML continues on later lines are
/// ignored.
std::string value_of(std::string_view line, std::string_view key, char separator) {
  if (!line.starts_with(key)) return {};
  auto rest = without_blanks(line.substr(key.size()));
  if (!rest.starts_with(separator)) return {};
  rest = without_blanks(rest.substr(1));
  if (rest.starts_with('|') || rest.starts_with('>') || rest.starts_with('&')) return {};
  if (rest.size() > 1 && (rest[0] == '"' || rest[0] == '\'')) {
    const auto end = rest.find(rest[0], 1);
    return one_line(rest.substr(1, end == std::string_view::npos ? end : end - 1), kMaxTitleBytes);
  }
  return one_line(without_blanks(rest.substr(0, rest.find(" #"))), kMaxTitleBytes);
}

/// Whether the text continues with "# title".
bool begins_with_heading(std::string_view text, std::string_view title) noexcept {
  text = text.substr(0, kMaxFrontMatterBytes);
  std::string_view line;
  while (!text.empty() && line.empty()) line = without_blanks(take_line(text));
  return line.starts_with("# ") && without_blanks(line.substr(2)) == title;
}

}  // namespace

std::optional<Definition> front_matter_title(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  const auto begin = static_cast<std::uint32_t>(text.size() - rest.size());
  const auto fence = take_line(rest);
  if (fence != "---" && fence != "+++") return std::nullopt;
  const char separator = fence == "---" ? ':' : '=';
  std::string title, description;
  while (!rest.empty() && text.size() - rest.size() < kMaxFrontMatterBytes) {
    const auto line = take_line(rest);
    if (line == fence || line == "...") {
      if (title.empty() || begins_with_heading(rest, title)) return std::nullopt;
      static const Kind& kind = *find_kind("section");
      Definition out;
      out.node = {begin, static_cast<std::uint32_t>(text.size() - rest.size())};
      while (text[out.node.end - 1] == '\n' || text[out.node.end - 1] == '\r') --out.node.end;
      out.range = out.node;
      out.signature = {begin, begin};
      out.name = out.qualified_name = title;
      out.kind = kind.name;
      out.semantic_class = kind.semantic_class;
      out.doc = std::move(description);
      out.extent = Definition::Extent::kFile;
      return out;
    }
    if (title.empty()) title = value_of(line, "title", separator);
    if (description.empty()) description = value_of(line, "description", separator);
  }
  return std::nullopt;
}

}  // namespace codeweaver::syntax
