// Paths of pushed items: several items may describe one file, so each gets a separate path.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "codeweaver/types.hpp"

namespace codeweaver::engine {

/// Never part of a pushed path or node_id, which have no control characters.
inline constexpr char kItemSeparator = '\x1F';

/// The parts of a path in the index.
struct ItemPath {
  std::string_view path;         ///< as shown to users
  std::uint32_t first_line = 1;  ///< line of that file where the content begins
  /// Last line of the item if its content has another number of lines than its range; 0: the same
  /// number.
  std::uint32_t last_line = 0;
  std::string_view node_id;  ///< empty: a file of the project's folder
};

/// The index path of an item: equal for equal items, sorted by file.
inline std::string item_path(std::string_view path, Span range, std::string_view content,
                             std::string_view node_id) {
  const auto breaks = std::count(content.begin(), content.end(), '\n');
  const auto lines = static_cast<std::uint64_t>(breaks) + (content.ends_with('\n') ? 0 : 1);
  std::string out(path);
  out += kItemSeparator;
  out += std::to_string(range.start_line);
  if (lines != std::uint64_t{range.end_line} - range.start_line + 1)
    out += '-' + std::to_string(range.end_line);
  out += kItemSeparator;
  return out += node_id;
}

/// Splits a result of item_path(); other paths are returned unchanged.
inline ItemPath read_item_path(std::string_view path) {
  const auto first = path.find(kItemSeparator);
  if (first == std::string_view::npos) return {path, 1, 0, {}};
  ItemPath out{path.substr(0, first), 1, 0, {}};
  const auto second = path.find(kItemSeparator, first + 1);
  if (second == std::string_view::npos) return out;
  const char* const end = path.data() + second;
  const auto line = std::from_chars(path.data() + first + 1, end, out.first_line);
  if (line.ptr != end && *line.ptr == '-') std::from_chars(line.ptr + 1, end, out.last_line);
  out.node_id = path.substr(second + 1);
  return out;
}

/// Converts lines of the content to lines of the file.
inline Span shown_lines(const ItemPath& item, Span lines) {
  if (item.last_line > 0) return {item.first_line, item.last_line};
  const auto offset = item.first_line - 1;
  return {lines.start_line + offset, lines.end_line + offset};
}

/// The path as shown to users.
inline std::string_view shown_path(std::string_view path) {
  return path.substr(0, path.find(kItemSeparator));
}

}  // namespace codeweaver::engine
