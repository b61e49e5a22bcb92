// Symbol look-up: exact names from the database, other names as in queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/symbol_lookup.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/detail/trace_query.hpp"
#include "engine/searching/lookup/named_definitions.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/layout/chunk_set.hpp"
#include "syntax/kinds.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostLike = 200, kMostOrdered = 1000;
/// Minimum letters of a name for suggestions; shorter names are similar to half of all short names.
constexpr std::size_t kLeastSuggested = 3;

/// Order of definitions with the same name: types and functions, then parts of a type, then data
/// lines.
int rank_of(const store::SymbolRecord& symbol) {
  if (is_secondary(symbol)) return 1;
  const auto* const kind = syntax::find_kind(symbol.kind);
  const bool is_main = kind == nullptr || kind->role != syntax::KindRole::kLeaf ||
                       kind->semantic_class == SemanticClass::kDefinitionType ||
                       kind->semantic_class == SemanticClass::kDefinitionCallable;
  return is_main ? 0 : 2;
}

struct RankedSymbol {
  int rank = 0;
  SymbolMatch match;
};

/// An item gets the path and the lines that its source gave.
RankedSymbol ranked(store::SymbolRecord symbol, std::string_view path) {
  const int rank = rank_of(symbol);
  const auto item = read_item_path(path);
  const auto lines = shown_lines(item, symbol.lines);
  return {rank,
          {std::move(symbol.name), std::move(symbol.qualified_name), std::move(symbol.kind),
           std::string(item.path), lines}};
}

std::vector<SymbolMatch> first_of(std::vector<RankedSymbol> found, std::size_t limit) {
  std::ranges::stable_sort(found, {}, [](const RankedSymbol& one) {
    const auto& match = one.match;
    return std::tuple(one.rank, std::string_view(match.path), match.lines.start_line,
                      match.lines.end_line);
  });
  std::vector<SymbolMatch> out;
  for (auto& one : found)
    if (out.size() < limit) out.push_back(std::move(one.match));
  return out;
}

}  // namespace

Result<std::vector<SymbolMatch>> find_symbols(const store::Snapshot& snapshot,
                                              const IndexRows& database, std::string_view name,
                                              std::size_t limit) {
  std::vector<RankedSymbol> out;
  CODEWEAVER_ASSIGN(auto hits, database.find_symbols(name, std::max(limit, kMostOrdered)));
  for (auto& hit : hits) out.push_back(ranked(std::move(hit.symbol), hit.path));
  if (!out.empty()) return first_of(std::move(out), limit);
  const auto live = live_chunks(snapshot);
  CODEWEAVER_ASSIGN(auto found,
                    named_definitions({snapshot, database, live}, text::NamePattern(name),
                                      text::NameMatch::kStyle, kMostLike));
  for (auto& one : found) {
    const auto chunk = snapshot.parts[one.chunk.part].segment->chunk(one.chunk.chunk);
    out.push_back(ranked(std::move(one.symbol), chunk.path));
  }
  return first_of(std::move(out), limit);
}

Result<std::vector<SymbolMatch>> find_spelled_symbols(const store::Snapshot& snapshot,
                                                      const IndexRows& database,
                                                      std::string_view name, std::size_t limit) {
  CODEWEAVER_ASSIGN(auto found, find_symbols(snapshot, database, name, limit));
  const auto is_spelled_so = [&](const SymbolMatch& one) {
    return std::string_view(one.qualified_name).ends_with(name);
  };
  if (std::ranges::any_of(found, is_spelled_so))
    std::erase_if(found, [&](const SymbolMatch& one) { return !is_spelled_so(one); });
  return found;
}

Result<std::vector<std::string>> similar_symbols(const store::Snapshot& snapshot,
                                                 const IndexRows& database, std::string_view name,
                                                 std::size_t limit) {
  // The enclosing scope may be the wrong part of the name.
  text::NamePattern last(text::last_name_of(name));
  last.set_least_wrong(kLeastSuggested);
  const auto live = live_chunks(snapshot);
  const DefinitionSource source{snapshot, database, live};
  CODEWEAVER_ASSIGN(auto near, definitions_one_slip_away(source, last, kMostLike));
  CODEWEAVER_ASSIGN(auto like, named_definitions(source, last, text::NameMatch::kParts, kMostLike));
  std::vector<std::string> out;
  for (auto* const found : {&near, &like}) {
    std::ranges::sort(*found, [](const NamedDefinition& a, const NamedDefinition& b) {
      return std::tuple(b.match, a.symbol.name.size(), std::string_view(a.symbol.qualified_name)) <
             std::tuple(a.match, b.symbol.name.size(), std::string_view(b.symbol.qualified_name));
    });
    for (auto& one : *found)
      if (out.size() < limit && std::ranges::find(out, one.symbol.qualified_name) == out.end())
        out.push_back(std::move(one.symbol.qualified_name));
  }
  return out;
}

}  // namespace codeweaver::engine
