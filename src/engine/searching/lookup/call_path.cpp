// CallPath: breadth first, with the step that led to each definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/call_path.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/try.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostOnTheWay = 20'000;
constexpr std::size_t kFromStart = std::numeric_limits<std::size_t>::max();

/// A definition that was reached, and the one before it.
struct Reached {
  CallGraphMatch step;
  std::size_t before = kFromStart;
};

bool is_in(const SymbolMatch& symbol, const std::vector<SymbolMatch>& ends) {
  return std::ranges::any_of(ends, [&](const SymbolMatch& end) {
    return symbol.path == end.path && end.lines.start_line <= symbol.lines.start_line &&
           symbol.lines.end_line <= end.lines.end_line;
  });
}

}  // namespace

Result<void> CallPath::find(const std::vector<SymbolMatch>& ends, CallGraphAnswer& answer) {
  const auto end = std::chrono::steady_clock::now() + kLongestCallSearch;
  std::vector<Reached> reached;
  std::set<CallPlace> known;
  for (const auto& one : answer.definitions) known.insert(call_place(one));
  std::size_t level = 0;  // where the last level begins in `reached`
  for (std::size_t depth = 1; depth <= options_.depth; ++depth) {
    const auto count = depth == 1 ? answer.definitions.size() : reached.size();
    const auto first = depth == 1 ? 0 : level;
    level = reached.size();
    for (auto at = first; at < count; ++at) {
      if (std::chrono::steady_clock::now() > end || reached.size() > kMostOnTheWay) {
        answer.is_out_of_time = true;
        return {};
      }
      const auto from = depth == 1 ? answer.definitions[at] : reached[at].step.symbol;
      CODEWEAVER_ASSIGN(auto found, steps_.from(from, depth));
      for (auto& one : found) {
        if (one.link == ReferenceLink::kByName) continue;
        CODEWEAVER_ASSIGN(const auto file, context_.database.file(one.symbol.path));
        one.is_test = file && file->is_test;
        if (one.is_test && !options_.include_tests) continue;
        if (one.is_test && one.link == ReferenceLink::kCandidates) {
          CODEWEAVER_ASSIGN(const auto calling, context_.database.file(one.path));
          if (!calling || !calling->is_test) continue;  // only tests call what tests define
        }
        const bool is_end = is_in(one.symbol, ends);
        if (!known.insert(call_place(one.symbol)).second && !is_end) continue;
        reached.push_back({std::move(one), depth == 1 ? kFromStart : at});
        if (!is_end) continue;
        for (auto step = reached.size() - 1; step != kFromStart; step = reached[step].before)
          answer.matches.push_back(reached[step].step);
        std::ranges::reverse(answer.matches);
        return {};
      }
    }
    if (level == reached.size()) break;
  }
  answer.deeper = reached.size() - level;
  answer.is_out_of_time = steps_.is_late();
  return {};
}

}  // namespace codeweaver::engine
