// Line runs: the lines of a text that match a query best.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_LINE_RUNS_HPP_
#define CODEWEAVER_TEXT_LINE_RUNS_HPP_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/term_list.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::inline v0_1::text {

/// Lines [begin, end) of a text; the first line is 0.
struct LineRun {
  std::size_t begin = 0, end = 0;
  friend bool operator==(const LineRun&, const LineRun&) = default;
};

/// Returns the set of `terms` that each line contains, as bits. Terms get their bits in the order
/// of their first appearance in the text. All terms from the 64th on share a bit. `terms` is any
/// type with contains(std::string_view), with terms from analyze_query().
template <class Terms>
std::vector<std::uint64_t> term_marks(std::span<const std::string_view> lines, const Terms& terms) {
  constexpr std::size_t kMostTerms = 64;
  std::vector<std::uint64_t> marks;
  marks.reserve(lines.size());
  std::vector<std::string> known;
  TermList found;
  for (const auto line : lines) {
    found.clear();
    analyze_code(line, found);
    std::uint64_t mark = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!terms.contains(found[i])) continue;
      const auto term =
          static_cast<std::size_t>(std::ranges::find(known, found[i]) - known.begin());
      if (term == known.size() && known.size() < kMostTerms) known.emplace_back(found[i]);
      mark |= std::uint64_t{1} << std::min(term, kMostTerms - 1);
    }
    marks.push_back(mark);
  }
  return marks;
}

namespace detail {

/// Returns the run of at most `size` lines with the highest sum of terms: a new term counts three
/// times as much as a term in `known`. Of runs with the same sum, it is the one whose lines have
/// more terms, then the first. It begins at line `from` or later, with a line that contains a term,
/// and does not overlap `taken`. nullopt: there is no such run.
inline std::optional<LineRun> best_run(std::span<const std::uint64_t> marks, std::size_t from,
                                       std::size_t size, const LineRun& taken,
                                       std::uint64_t known) {
  std::optional<LineRun> best;
  std::pair<int, int> most{0, 0};
  for (std::size_t i = from; i < marks.size(); ++i) {
    const LineRun run{i, std::min(marks.size(), i + size)};
    if (marks[i] == 0 || (run.begin < taken.end && taken.begin < run.end)) continue;
    std::uint64_t held = 0;
    int times = 0;
    for (std::size_t j = run.begin; j < run.end; ++j) {
      held |= marks[j];
      times += std::popcount(marks[j]);
    }
    const std::pair sum{3 * std::popcount(held & ~known) + std::popcount(held & known), times};
    if (sum <= most) continue;
    most = sum;
    best = run;
  }
  return best;
}

}  // namespace detail

/// Returns the lines to show, in order: the best run of at most `size` lines, the best run that
/// adds other terms, and the line with the most terms if neither contains it. All begin at line
/// `from` or later. A single line between two runs is added to the first. The result is empty if no
/// line contains a term. Two short runs show the answer more often than one long run: for 636
/// relevant answers to 480 questions, two runs of three lines contain a relevant line in 590 cases,
/// one run of five lines in 556.
inline std::vector<LineRun> best_runs(std::span<const std::uint64_t> marks, std::size_t from,
                                      std::size_t size) {
  const auto first = detail::best_run(marks, from, size, {}, 0);
  if (!first) return {};
  std::uint64_t known = 0;
  for (std::size_t i = first->begin; i < first->end; ++i) known |= marks[i];
  const auto second = detail::best_run(marks, from, size, *first, known);
  std::vector<LineRun> runs{*first};
  if (second) runs.push_back(*second);
  const auto count = [](std::uint64_t mark) { return std::popcount(mark); };
  const auto most = static_cast<std::size_t>(
      std::ranges::max_element(marks.begin() + static_cast<std::ptrdiff_t>(from), marks.end(), {},
                               count) -
      marks.begin());
  const auto holds = [most](const LineRun& run) { return run.begin <= most && most < run.end; };
  if (std::ranges::none_of(runs, holds)) runs.push_back({most, most + 1});
  std::ranges::sort(runs, {}, &LineRun::begin);
  for (std::size_t i = 1; i < runs.size(); ++i)
    if (runs[i - 1].end + 1 == runs[i].begin) ++runs[i - 1].end;
  return runs;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_LINE_RUNS_HPP_
