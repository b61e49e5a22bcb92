// Callers: the uses of each definition of a level, grouped by the definitions around them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/find_callers.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostDefinitions = 200, kMostUsesOfOne = 5000;
constexpr std::chrono::milliseconds kLongestSearch{10'000};

using CallerPlace = std::pair<std::string, std::uint32_t>;  // path, first line

CallerPlace caller_place(const SymbolMatch& symbol) {
  return {symbol.path, symbol.name.empty() ? 0 : symbol.lines.start_line};
}

/// Goes from callees to callers, one level after the other.
class CallerSearch {
 public:
  CallerSearch(const SearchContext& context, const CallersOptions& options)
      : context_(context), options_(options) {}

  Result<CallersAnswer> run(std::string_view name) {
    CODEWEAVER_ASSIGN(
        answer_.definitions,
        find_spelled_symbols(context_.snapshot, context_.database, name, kMostDefinitions));
    for (const auto& one : answer_.definitions) depths_[caller_place(one)] = 0;
    auto level = answer_.definitions;
    for (std::size_t depth = 1; depth <= options_.depth && !level.empty(); ++depth) {
      std::vector<SymbolMatch> next;
      for (const auto& callee : level) {
        if (is_full()) break;
        CODEWEAVER_TRY(add_callers(callee, depth, next));
      }
      level = std::move(next);
    }
    std::ranges::stable_sort(answer_.callers, {}, [](const CallerMatch& one) {
      return std::tuple(one.link == ReferenceLink::kByName, one.depth, one.is_test,
                        std::string_view(one.caller.path), one.caller.lines.start_line);
    });
    if (answer_.callers.size() > options_.limit) {
      answer_.callers.resize(options_.limit);
      answer_.is_cut = true;
    }
    answer_.is_cut = answer_.is_cut || is_late_;
    for (const auto& line : elsewhere_) answer_.elsewhere += listed_.contains(line) ? 0 : 1;
    return std::move(answer_);
  }

 private:
  bool is_full() {
    answer_.is_cut = answer_.is_cut || answer_.callers.size() > options_.limit ||
                     std::chrono::steady_clock::now() > end_;
    return answer_.is_cut;
  }

  Result<bool> is_test(const std::string& path) {
    if (const auto known = tests_.find(path); known != tests_.end()) return known->second;
    CODEWEAVER_ASSIGN(const auto file, context_.database.file(path));
    return tests_[path] = file && file->is_test;
  }

  /// Adds the callers of one definition, and those that are new to `next`. Making an object of a
  /// class calls its constructor.
  Result<void> add_callers(const SymbolMatch& callee, std::size_t depth,
                           std::vector<SymbolMatch>& next) {
    CODEWEAVER_TRY(add_users(callee, callee, depth, next));
    const bool is_constructor =
        callee.name == "__init__" || callee.name == "constructor" || callee.kind == "constructor";
    if (!is_constructor) return {};
    const auto dot = callee.qualified_name.size() - callee.name.size();
    if (dot < 2) return {};
    CODEWEAVER_ASSIGN(const auto classes,
                      find_spelled_symbols(context_.snapshot, context_.database,
                                           callee.qualified_name.substr(0, dot - 1), 1));
    for (const auto& one : classes)
      if (one.path == callee.path) CODEWEAVER_TRY(add_users(one, callee, depth, next));
    return {};
  }

  /// Adds what uses the definition `used` as callers of `callee`.
  Result<void> add_users(const SymbolMatch& used, const SymbolMatch& callee, std::size_t depth,
                         std::vector<SymbolMatch>& next) {
    CODEWEAVER_ASSIGN(const auto found, references_to(context_, {.name = used.name,
                                                                 .definitions = {used},
                                                                 .limit = kMostUsesOfOne,
                                                                 .are_places = true}));
    is_late_ = is_late_ || found.is_late;
    std::map<std::string, std::vector<const ReferenceMatch*>> by_path;
    for (const auto& use : found.matches) {
      if (use.link == ReferenceLink::kElsewhere && depth == 1)
        elsewhere_.emplace(use.path, use.line);
      if (use.link == ReferenceLink::kElsewhere || use.kind == "import") continue;
      if (use.link == ReferenceLink::kByName &&
          (depth > 1 || !by_name_.emplace(use.path, use.line).second))
        continue;
      if (depth == 1) listed_.emplace(use.path, use.line);
      by_path[use.path].push_back(&use);
    }
    for (const auto& [path, in_file] : by_path) {
      CODEWEAVER_ASSIGN(const auto of_test, is_test(path));
      if (of_test && !options_.include_tests) continue;
      CODEWEAVER_TRY(add_users_in(
          path, in_file, {.depth = depth, .callee = callee.qualified_name, .is_test = of_test},
          next));
    }
    return {};
  }

  /// The uses in one file, grouped by the definitions around them. Those known by name only form
  /// groups of their own. `like`: what all have in common.
  Result<void> add_users_in(const std::string& path, const std::vector<const ReferenceMatch*>& uses,
                            const CallerMatch& like, std::vector<SymbolMatch>& next) {
    std::vector<std::uint32_t> lines;
    for (const auto* use : uses) lines.push_back(use->line);
    CODEWEAVER_ASSIGN(const auto around, definitions_at(context_, path, lines));
    std::map<std::pair<bool, CallerPlace>, CallerMatch> callers;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      auto symbol = around[i].value_or(SymbolMatch{.path = path, .lines = {lines[i], lines[i]}});
      const bool is_by_name = uses[i]->link == ReferenceLink::kByName;
      auto& made = callers[{is_by_name, caller_place(symbol)}];
      if (made.lines.empty()) {
        made = like;
        made.caller = std::move(symbol);
        made.link = uses[i]->link;
      }
      made.lines.push_back(lines[i]);
      made.link = std::max(made.link, uses[i]->link);
    }
    for (auto& [place, made] : callers) {
      std::ranges::sort(made.lines);
      add(std::move(made), next);
    }
    return {};
  }

  void add(CallerMatch made, std::vector<SymbolMatch>& next) {
    if (made.link != ReferenceLink::kByName && !made.caller.name.empty()) {
      const auto [known, is_new] = depths_.try_emplace(caller_place(made.caller), made.depth);
      // A definition is listed at its smallest depth, and one that was asked for if it calls
      // itself.
      if (known->second < made.depth && made.depth > 1) return;
      if (is_new) next.push_back(made.caller);
    }
    // A declaration and its definition have the same callers.
    if (!added_.emplace(made.callee, caller_place(made.caller), made.lines).second) return;
    answer_.callers.push_back(std::move(made));
  }

  const SearchContext& context_;
  const CallersOptions& options_;
  CallersAnswer answer_;
  std::map<CallerPlace, std::size_t> depths_;  // of the definitions met so far; 0: asked for
  std::set<CallerPlace> by_name_, listed_, elsewhere_;  // lines of uses at depth 1
  std::set<std::tuple<std::string, CallerPlace, std::vector<std::uint32_t>>> added_;
  bool is_late_ = false;
  std::map<std::string, bool> tests_;
  const std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() + kLongestSearch;
};

}  // namespace

Result<CallersAnswer> find_callers(const SearchContext& context, std::string_view name,
                                   const CallersOptions& options) {
  const auto refused = [](const char* option, std::size_t value, const std::string& range) {
    return Error{ErrorCategory::kInvalidArgument, "INVALID_VALUE",
                 std::string(option) + " is " + std::to_string(value) + ", not in " + range,
                 "looking for callers", "Give a number in " + range + "."};
  };
  if (options.depth < 1 || options.depth > 20) return refused("depth", options.depth, "[1, 20]");
  if (options.limit < 1 || options.limit > 100'000)
    return refused("limit", options.limit, "[1, 100000]");
  return CallerSearch(context, options).run(name);
}

}  // namespace codeweaver::engine
