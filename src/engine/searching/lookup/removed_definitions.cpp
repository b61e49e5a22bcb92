// Removed definitions: compared by their whole names; their uses are those that mean nothing else.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/removed_definitions.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostRemoved = 200, kMostUsesOfRemoved = 100, kMostOfOneName = 1000;

/// True if its file still defines it, or a changed file does, to which it was moved.
Result<bool> is_defined(const SearchContext& context, const LineFilter& changed,
                        const SymbolMatch& earlier) {
  CODEWEAVER_ASSIGN(const auto known, find_symbols(context.snapshot, context.database,
                                                   earlier.qualified_name, kMostOfOneName));
  return std::ranges::any_of(known, [&](const SymbolMatch& one) {
    return one.qualified_name == earlier.qualified_name &&
           (one.path == earlier.path || changed.contains(one.path));
  });
}

Result<std::vector<ReferenceMatch>> remaining_uses(const SearchContext& context,
                                                   const CallGraphOptions& options,
                                                   const SymbolMatch& removed, bool& is_late) {
  // What imports a file that is gone looks like a use of a library.
  CODEWEAVER_ASSIGN(const auto old_file, context.database.file(removed.path));
  CODEWEAVER_ASSIGN(auto found, references_to(context, {.name = removed.name,
                                                        .was_defined = old_file.has_value()}));
  is_late = is_late || found.is_late;
  std::vector<ReferenceMatch> out, in_tests;
  for (auto& use : found.matches) {
    if (use.link != ReferenceLink::kByName) continue;
    CODEWEAVER_ASSIGN(const auto file, context.database.file(use.path));
    const bool is_test = file && file->is_test;
    const bool is_wanted =
        options.relation == CallRelation::kTests ? is_test : options.include_tests || !is_test;
    if (is_wanted) (is_test ? in_tests : out).push_back(std::move(use));
  }
  std::ranges::move(in_tests, std::back_inserter(out));
  if (out.size() > kMostUsesOfRemoved) out.resize(kMostUsesOfRemoved);
  return out;
}

bool contains(const SymbolMatch& outer, const SymbolMatch& inner) {
  return outer.path == inner.path && outer.lines.start_line <= inner.lines.start_line &&
         inner.lines.end_line <= outer.lines.end_line;
}

}  // namespace

Result<void> add_removed(const SearchContext& context, const CallGraphOptions& options,
                         CallGraphAnswer& answer) {
  auto earlier = options.earlier;
  std::ranges::stable_sort(earlier, [](const SymbolMatch& a, const SymbolMatch& b) {
    if (a.path != b.path) return a.path < b.path;
    if (a.lines.start_line != b.lines.start_line) return a.lines.start_line < b.lines.start_line;
    return a.lines.end_line > b.lines.end_line;
  });
  bool is_late = false;
  for (auto& one : earlier) {
    const bool is_part = std::ranges::any_of(answer.removed, [&](const RemovedDefinition& known) {
      return contains(known.symbol, one);
    });
    if (is_part) continue;
    CODEWEAVER_ASSIGN(const bool is_kept,
                      is_defined(context, options.lines.value_or(LineFilter()), one));
    if (is_kept) continue;
    if (answer.removed.size() == kMostRemoved) {
      answer.is_over_limit = true;
      break;
    }
    CODEWEAVER_ASSIGN(auto uses, remaining_uses(context, options, one, is_late));
    answer.removed.push_back({std::move(one), std::move(uses)});
  }
  answer.is_out_of_time = answer.is_out_of_time || is_late;
  return {};
}

}  // namespace codeweaver::engine
