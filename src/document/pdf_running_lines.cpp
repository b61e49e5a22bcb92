// Finds lines that pages repeat at their edges.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/pdf_running_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace codeweaver::document {
namespace {

constexpr std::size_t kEdgeHeights = 1;       // lines per page, at the top and at the bottom
constexpr std::size_t kLeastPages = 3;        // pages that must repeat a line
constexpr std::size_t kMostPagesBetween = 2;  // left and right pages have different heads
constexpr std::size_t kLeastLetters = 3;      // in the repeated text
constexpr std::string_view kDigits = "0123456789";

/// Equal for repeated lines of several pages: text and height.
using RunningKey = std::pair<std::string, int>;

/// For characters beyond ASCII, true for the first byte.
bool begins_letter(char c) {
  return static_cast<unsigned char>(c) >= 0xC0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// nullopt: the line cannot be a running line.
std::optional<RunningKey> running_key(const PdfLine& line, std::size_t page) {
  const int height = static_cast<int>(std::lround(line.baseline));
  std::string_view text = line.text;
  if (text.find_first_not_of(kDigits) == text.npos) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || text.empty()) return std::nullopt;
    return RunningKey("page " + std::to_string(number - static_cast<int>(page)), height);
  }
  text.remove_prefix(text.find_first_not_of(kDigits));
  text = text.substr(0, text.find_last_not_of(kDigits) + 1);
  if (std::ranges::count_if(text, begins_letter) < static_cast<std::ptrdiff_t>(kLeastLetters))
    return std::nullopt;
  return RunningKey(text, height);
}

/// The indexes of the lines at the top and bottom of a page.
std::set<std::size_t> edges_of(const PdfPage& page) {
  std::set<int> heights;
  for (const auto& line : page) heights.insert(static_cast<int>(std::lround(line.baseline)));
  if (heights.size() <= 2 * kEdgeHeights) return {};
  const int foot = *std::next(heights.begin(), kEdgeHeights - 1);
  const int head = *std::prev(heights.end(), kEdgeHeights);
  std::set<std::size_t> out;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const int height = static_cast<int>(std::lround(page[i].baseline));
    if (height <= foot || height >= head) out.insert(i);
  }
  return out;
}

}  // namespace

void drop_running_lines(std::vector<PdfPage>& pages) {
  std::map<RunningKey, std::vector<std::pair<std::size_t, std::size_t>>> places;  // page, line
  for (std::size_t page = 0; page < pages.size(); ++page)
    for (const auto line : edges_of(pages[page]))
      if (const auto key = running_key(pages[page][line], page))
        places[*key].emplace_back(page, line);
  std::set<std::pair<std::size_t, std::size_t>, std::greater<>> running;
  for (const auto& [key, found] : places)
    for (std::size_t first = 0, next = 0; first < found.size(); first = next) {
      for (next = first + 1;
           next < found.size() && found[next].first - found[next - 1].first <= kMostPagesBetween;)
        ++next;
      if (next - first >= kLeastPages)
        running.insert(found.begin() + static_cast<std::ptrdiff_t>(first),
                       found.begin() + static_cast<std::ptrdiff_t>(next));
    }
  for (const auto& [page, line] : running)  // from the end, so that the other indexes stay valid
    pages[page].erase(pages[page].begin() + static_cast<std::ptrdiff_t>(line));
}

}  // namespace codeweaver::document
