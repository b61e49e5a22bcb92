// Page marks: Markdown comments, which people and models can read but no page shows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/page_mark.hpp"

#include <algorithm>
#include <charconv>

namespace codeweaver::document {
namespace {

constexpr std::string_view kOpen = "<!-- ", kClose = " -->";

/// The number in a mark line.
std::optional<std::uint32_t> number_in(std::string_view line, std::string_view name) noexcept {
  if (!line.starts_with(kOpen) || !line.ends_with(kClose)) return std::nullopt;
  line = line.substr(kOpen.size(), line.size() - kOpen.size() - kClose.size());
  if (!line.starts_with(name) || line.size() < name.size() + 2) return std::nullopt;
  line.remove_prefix(name.size() + 1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string_view part_name(Kind kind) noexcept {
  switch (kind) {
    case Kind::kPptx:
      return "slide";
    case Kind::kNotebook:
      return "cell";
    case Kind::kPdf:
    case Kind::kDocx:
      break;
  }
  return "page";
}

std::string page_mark(Kind kind, std::uint32_t number) {
  std::string out(kOpen);
  out.append(part_name(kind)).append(1, ' ').append(std::to_string(number));
  return out.append(kClose).append(1, '\n');
}

void append_plain_line(std::string_view line, std::string& out) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  const bool is_mark = line.starts_with('#') || line.starts_with("```") ||
                       line.starts_with("~~~") || line.starts_with('<') ||
                       line.find_first_not_of("=-") == std::string_view::npos;
  if (is_mark && !line.empty()) out += '\\';
  out.append(line).push_back('\n');
}

Parts parts_of(Kind kind, std::string_view piece, std::uint32_t before) noexcept {
  Parts parts{before, before, before};
  bool has_text = false;
  while (!piece.empty()) {
    const auto end = std::min(piece.find('\n'), piece.size());
    const auto line = piece.substr(0, end);
    piece.remove_prefix(std::min(end + 1, piece.size()));
    if (const auto number = number_in(line, part_name(kind))) {
      parts.open = *number;
    } else if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      if (!has_text) parts.first = parts.open;
      parts.last = parts.open;
      has_text = true;
    }
  }
  if (!has_text) parts.first = parts.last = parts.open;
  return parts;
}

std::string_view marks_at_end(Kind kind, std::string_view piece) noexcept {
  bool has_text = false;
  std::size_t first_mark = piece.size();
  for (std::size_t at = 0; at < piece.size();) {
    const auto end = std::min(piece.find('\n', at), piece.size());
    const auto line = piece.substr(at, end - at);
    if (number_in(line, part_name(kind))) {
      first_mark = std::min(first_mark, at);
    } else if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      has_text = true;
      first_mark = piece.size();
    }
    at = end + 1;
  }
  return has_text ? piece.substr(first_mark) : std::string_view();
}

}  // namespace codeweaver::document
