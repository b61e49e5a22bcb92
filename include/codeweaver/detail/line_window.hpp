// Line windows: the part of a long line that matches a query best.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_LINE_WINDOW_HPP_
#define CODEWEAVER_TEXT_LINE_WINDOW_HPP_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/term_list.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {
namespace detail {

/// A word that contains one of the terms.
struct TermPlace {
  std::size_t begin, end, term;
};

template <class Terms>
std::vector<TermPlace> term_places(std::string_view line, const Terms& terms) {
  std::vector<TermPlace> places;
  std::vector<std::string> known;
  TermList found;
  for_each_word(line, [&](std::string_view word) {
    found.clear();
    analyze_code(word, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!terms.contains(found[i])) continue;
      const auto at = std::find(known.begin(), known.end(), found[i]);
      const auto begin = static_cast<std::size_t>(word.data() - line.data());
      places.push_back({begin, begin + word.size(), static_cast<std::size_t>(at - known.begin())});
      if (at == known.end()) known.emplace_back(found[i]);
    }
  });
  return places;
}

/// Returns the first range of at most `width` bytes that contains the most distinct terms. It goes
/// from the start of a place to the end of a place. Empty if there are no places.
inline TermPlace densest(const std::vector<TermPlace>& places, std::size_t width) {
  std::vector<std::size_t> counts(places.size(), 0);  // per term
  TermPlace best{0, 0, 0};
  std::size_t distinct = 0, most = 0, left = 0;
  for (std::size_t right = 0; right < places.size(); ++right) {
    distinct += counts[places[right].term]++ == 0 ? 1 : 0;
    while (left <= right && places[right].end - places[left].begin > width)
      distinct -= --counts[places[left++].term] == 0 ? 1 : 0;
    if (distinct <= most) continue;
    most = distinct;
    best = {places[left].begin, places[right].end, 0};
  }
  return best;
}

constexpr bool is_inside_character(std::string_view text, std::size_t at) noexcept {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

}  // namespace detail

/// Returns at most `width` bytes of `line` (valid UTF-8), cut at character boundaries: those around
/// the place with the most distinct `terms`, or the start of the line if it has no terms. `terms`
/// is any type with contains(std::string_view), with terms from analyze_query(). Cost: one pass
/// over the line.
template <class Terms>
std::string_view line_window(std::string_view line, std::size_t width, const Terms& terms) {
  if (line.size() <= width) return line;
  const auto found = detail::densest(detail::term_places(line, terms), width);
  const std::size_t spare = width - (found.end - found.begin);
  std::size_t begin = std::min(found.begin - std::min(found.begin, spare / 2), line.size() - width);
  std::size_t end = begin + width;
  while (detail::is_inside_character(line, begin)) ++begin;
  while (end > begin && detail::is_inside_character(line, end)) --end;
  return line.substr(begin, end - begin);
}

/// The same, with "..." for omitted text on either side.
template <class Terms>
std::string shortened_line(std::string_view line, std::size_t width, const Terms& terms) {
  const auto shown = line_window(line, width, terms);
  std::string out(shown.data() == line.data() ? "" : "...");
  out += shown;
  if (shown.data() + shown.size() != line.data() + line.size()) out += "...";
  return out;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_LINE_WINDOW_HPP_
