// PathItems: lines of items sorted by number, without duplicates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/path_items.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace codeweaver::engine {
namespace {

/// The last line of an item has no line end, unlike the same line of a longer item.
bool say_the_same(std::string_view a, std::string_view b) {
  const auto said = [](std::string_view line) {
    return line.substr(0, line.size() - (line.ends_with('\n') ? 1 : 0));
  };
  return said(a) == said(b);
}

}  // namespace

TextSearchOptions PathItems::options_of(const TextSearchOptions& options) {
  auto out = options;
  if (out.wanted == TextWanted::kCounts) out.wanted = TextWanted::kLines;
  return out;
}

bool PathItems::take(const TextFile& item) {
  const bool is_first = begins_.empty();
  if (!is_first && (file_.path != item.path || file_.name_space != item.name_space) && !hand_out())
    return false;
  if (begins_.empty()) {
    file_ = {};
    file_.path = item.path;
    file_.name_space = item.name_space;
    file_.is_named = item.is_named;
  }
  begins_.push_back(file_.lines.size());
  for (auto line : item.lines) {
    line.text = arena_.keep(line.text);
    file_.lines.push_back(std::move(line));
  }
  file_.line_count += item.line_count;
  file_.place_count += item.place_count;
  file_.searched_bytes += item.searched_bytes;
  return true;
}

/// Of equal lines of several items the first one stays; it matches if one of them matches.
void PathItems::join_lines() {
  std::vector<std::pair<TextLine, std::size_t>> lines;  // with the number of their item
  for (std::size_t i = 0, item = 0; i < file_.lines.size(); ++i) {
    while (item + 1 < begins_.size() && begins_[item + 1] <= i) ++item;
    lines.emplace_back(std::move(file_.lines[i]), item);
  }
  std::ranges::stable_sort(lines, {}, [](const auto& line) { return line.first.number; });
  std::vector<std::pair<TextLine, std::size_t>> kept;
  for (auto& [line, item] : lines) {
    auto same = kept.rbegin();
    while (same != kept.rend() && same->first.number == line.number &&
           (same->second == item || !say_the_same(same->first.text, line.text)))
      ++same;
    if (same == kept.rend() || same->first.number != line.number)
      kept.emplace_back(std::move(line), item);
    else if (line.is_match && !same->first.is_match)
      same->first = std::move(line);
  }
  file_.lines.clear();
  for (auto& [line, item] : kept) file_.lines.push_back(std::move(line));
}

/// Ends after the wanted number of matches and the context lines of the last one.
void PathItems::end_at_count() {
  std::uint64_t matches = 0, last = 0;
  std::vector<TextLine> kept;
  for (auto& line : file_.lines) {
    const bool is_behind = matches == *options_.max_count;
    if (is_behind && line.number > last + options_.after) break;
    if (is_behind && line.number == last) continue;
    line.is_match = line.is_match && !is_behind;
    if (line.is_match) last = line.number;
    matches += line.is_match ? 1 : 0;
    kept.push_back(std::move(line));
  }
  file_.lines = std::move(kept);
}

bool PathItems::hand_out() {
  if (begins_.empty() || !is_wanted_) return is_wanted_;
  if (begins_.size() > 1 && options_.wanted != TextWanted::kPaths) {
    join_lines();
    if (options_.max_count) end_at_count();
    file_.line_count = file_.place_count = 0;
    for (const auto& line : file_.lines) {
      file_.line_count += line.is_match ? 1 : 0;
      file_.place_count += line.is_match ? line.places.size() : 0;
    }
  }
  if (options_.wanted == TextWanted::kPaths) file_.line_count = 1;
  if (options_.wanted == TextWanted::kCounts) file_.lines.clear();
  ++files_;
  lines_ += file_.line_count;
  is_wanted_ = sink_(file_);
  begins_.clear();
  arena_.clear();
  return is_wanted_;
}

}  // namespace codeweaver::engine
