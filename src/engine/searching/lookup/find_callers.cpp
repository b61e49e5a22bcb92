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
constexpr std::chrono::milliseconds kLongestSearch{3000};

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
      return std::tuple(one.depth, one.link == ReferenceLink::kByName,
                        std::string_view(one.caller.path), one.caller.lines.start_line);
    });
    if (answer_.callers.size() > options_.limit) {
      answer_.callers.resize(options_.limit);
      answer_.is_cut = true;
    }
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

  /// Adds the callers of one definition, and those that are new to `next`.
  Result<void> add_callers(const SymbolMatch& callee, std::size_t depth,
                           std::vector<SymbolMatch>& next) {
    CODEWEAVER_ASSIGN(const auto uses,
                      references_to(context_, callee.name, {callee}, kMostUsesOfOne));
    std::map<std::string, std::vector<const ReferenceMatch*>> by_path;
    for (const auto& use : uses) {
      if (use.link == ReferenceLink::kElsewhere || use.kind == "import") continue;
      if (use.link == ReferenceLink::kByName &&
          (depth > 1 || !by_name_.emplace(use.path, use.line).second))
        continue;
      by_path[use.path].push_back(&use);
    }
    for (const auto& [path, in_file] : by_path) {
      CODEWEAVER_ASSIGN(const auto of_test, is_test(path));
      if (of_test && !options_.include_tests) continue;
      std::vector<std::uint32_t> lines;
      for (const auto* use : in_file) lines.push_back(use->line);
      CODEWEAVER_ASSIGN(const auto around, definitions_at(context_, path, lines));
      std::map<CallerPlace, CallerMatch> callers;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        auto symbol = around[i].value_or(SymbolMatch{.path = path, .lines = {lines[i], lines[i]}});
        auto& made = callers[caller_place(symbol)];
        if (made.lines.empty())
          made = {.caller = std::move(symbol),
                  .depth = depth,
                  .callee = callee.qualified_name,
                  .lines = {},
                  .link = in_file[i]->link,
                  .is_test = of_test};
        made.lines.push_back(lines[i]);
        made.link = std::min(made.link, in_file[i]->link);
      }
      for (auto& [place, made] : callers) add(std::move(made), next);
    }
    return {};
  }

  void add(CallerMatch made, std::vector<SymbolMatch>& next) {
    if (made.link != ReferenceLink::kByName && !made.caller.name.empty()) {
      const auto [known, is_new] = depths_.try_emplace(caller_place(made.caller), made.depth);
      if (known->second < made.depth) return;  // it calls itself through others
      if (is_new) next.push_back(made.caller);
    }
    answer_.callers.push_back(std::move(made));
  }

  const SearchContext& context_;
  const CallersOptions& options_;
  CallersAnswer answer_;
  std::map<CallerPlace, std::size_t> depths_;  // of the definitions met so far; 0: asked for
  std::set<CallerPlace> by_name_;              // uses that were listed
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
