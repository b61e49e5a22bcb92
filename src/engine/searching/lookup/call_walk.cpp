// CallWalk: one level after the other.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/call_walk.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "base/try.hpp"

namespace codeweaver::engine {

Result<void> CallWalk::run(bool is_area, CallGraphAnswer& answer) {
  is_area_ = is_area;
  for (const auto& one : answer.definitions) depths_[call_place(one)] = 0;
  auto level = answer.definitions;
  for (std::size_t depth = 1; depth <= options_.depth && !level.empty(); ++depth) {
    std::vector<SymbolMatch> next;
    for (const auto& from : level) {
      if (is_full(answer)) break;
      CODEWEAVER_ASSIGN(auto found, steps_.from(from, depth));
      for (auto& one : found) CODEWEAVER_TRY(add(std::move(one), answer, next));
      if (answer.matches.size() > options_.limit) leave_out_repeated(answer);
    }
    level = std::move(next);
  }
  leave_out_repeated(answer);
  order(answer);
  if (answer.matches.size() > options_.limit) {
    answer.matches.resize(options_.limit);
    answer.is_over_limit = true;
  }
  answer.is_out_of_time = answer.is_out_of_time || steps_.is_late();
  steps_.finish(answer);
  if (options_.depth > 1 && !answer.is_over_limit && !answer.is_out_of_time)
    CODEWEAVER_TRY(look_further(level, answer));
  return {};
}

Result<void> CallWalk::look_further(const std::vector<SymbolMatch>& level,
                                    CallGraphAnswer& answer) {
  constexpr std::size_t kMostLookedFurther = 20;
  CallGraphAnswer beyond;
  std::vector<SymbolMatch> next;
  for (std::size_t i = 0; i < std::min(level.size(), kMostLookedFurther); ++i) {
    CODEWEAVER_ASSIGN(auto found, steps_.from(level[i], options_.depth + 1));
    for (auto& one : found) CODEWEAVER_TRY(add(std::move(one), beyond, next));
  }
  std::set<CallPlace> places;
  for (const auto& one : beyond.matches) places.insert(call_place(one.symbol));
  answer.deeper = places.size();
  return {};
}

bool CallWalk::is_full(CallGraphAnswer& answer) const {
  answer.is_over_limit = answer.is_over_limit || answer.matches.size() > options_.limit;
  answer.is_out_of_time = answer.is_out_of_time || std::chrono::steady_clock::now() > end_;
  return answer.is_over_limit || answer.is_out_of_time;
}

Result<bool> CallWalk::is_test(const std::string& path) {
  if (path.empty()) return false;
  if (const auto known = tests_.find(path); known != tests_.end()) return known->second;
  CODEWEAVER_ASSIGN(const auto file, context_.database.file(path));
  return tests_[path] = file && file->is_test;
}

/// Only tests call what tests define. By name only, the definitions of a file or of a difference
/// have too many uses to list.
Result<bool> CallWalk::is_kept(CallGraphMatch& made, CallGraphAnswer& answer) {
  CODEWEAVER_ASSIGN(made.is_test, is_test(made.symbol.path));
  const bool wants_tests = options_.include_tests || options_.relation == CallRelation::kTests;
  if (made.is_test && !wants_tests) return false;
  if (made.is_test && options_.relation == CallRelation::kCallees) {
    CODEWEAVER_ASSIGN(const bool calls_in_test, is_test(made.path));
    if (!calls_in_test) return false;
  }
  if (made.link != ReferenceLink::kByName) return true;
  answer.by_name += made.lines.size();
  return !is_area_;
}

Result<void> CallWalk::add(CallGraphMatch made, CallGraphAnswer& answer,
                           std::vector<SymbolMatch>& next) {
  CODEWEAVER_ASSIGN(const bool keeps, is_kept(made, answer));
  if (!keeps) return {};
  if (made.link != ReferenceLink::kByName && !made.symbol.name.empty()) {
    const auto [known, is_new] = depths_.try_emplace(call_place(made.symbol), made.depth);
    // A definition is listed at its smallest depth, and one that was asked for if it calls itself.
    if (known->second < made.depth && (made.depth > 1 || is_area_)) return {};
    if (is_new) next.push_back(made.symbol);
  }
  if (is_listed(made)) answer.matches.push_back(std::move(made));
  return {};
}

/// A line that surely uses one of several callees is not listed for those that it may use. A
/// declaration and its definition have the same callers.
void CallWalk::leave_out_repeated(CallGraphAnswer& answer) const {
  if (options_.relation != CallRelation::kCallers && options_.relation != CallRelation::kTests)
    return;
  std::set<std::tuple<CallPlace, std::size_t, std::uint32_t>> used;
  std::set<std::tuple<CallPlace, std::size_t, std::uint32_t, std::string>> used_by;
  for (const auto link : {ReferenceLink::kResolved, ReferenceLink::kCandidates})
    for (auto& one : answer.matches) {
      if (one.link != link) continue;
      const auto is_repeated = [&](std::uint32_t line) {
        const auto place = call_place(one.symbol);
        const bool is_new = used.emplace(place, one.depth, line).second;
        if (link == ReferenceLink::kCandidates) return !is_new;
        return !used_by.emplace(place, one.depth, line, one.via).second;
      };
      std::erase_if(one.lines, is_repeated);
    }
  std::erase_if(answer.matches, [](const CallGraphMatch& one) { return one.lines.empty(); });
}

/// Only tests themselves are asked for, not functions that help them, if the language tells them
/// apart by name.
bool CallWalk::is_listed(const CallGraphMatch& one) const {
  if (options_.relation != CallRelation::kTests) return true;
  if (!one.is_test || one.symbol.name.empty()) return one.is_test;
  const std::string_view path = one.symbol.path, name = one.symbol.name;
  if (path.ends_with(".py")) return name.starts_with("test") || name.starts_with("Test");
  if (!path.ends_with(".go")) return true;
  return std::ranges::any_of(std::array{"Test", "Benchmark", "Fuzz", "Example"},
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Callees are in the order of their calls.
void CallWalk::order(CallGraphAnswer& answer) const {
  const bool is_by_call = options_.relation == CallRelation::kCallees;
  std::ranges::stable_sort(answer.matches, {}, [&](const CallGraphMatch& one) {
    const bool is_by_name = one.link == ReferenceLink::kByName;
    return is_by_call ? std::tuple(is_by_name, one.depth, one.is_test, std::string_view(one.path),
                                   one.lines.empty() ? 0 : one.lines.front())
                      : std::tuple(is_by_name, one.depth, one.is_test,
                                   std::string_view(one.symbol.path), one.symbol.lines.start_line);
  });
}

}  // namespace codeweaver::engine
