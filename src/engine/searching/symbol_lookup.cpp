// Symbol look-up: exact names from the database, others as queries find them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/symbol_lookup.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/text/trace_query.hpp"
#include "engine/searching/named_definitions.hpp"
#include "store/layout/chunk_set.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostLike = 200;

std::vector<store::ChunkSet> all_live(const store::Snapshot& snapshot) {
  std::vector<store::ChunkSet> out;
  for (const auto& part : snapshot.parts) out.push_back(part.live);
  return out;
}

}  // namespace

Result<std::vector<SymbolMatch>> find_symbols(const store::Snapshot& snapshot,
                                              const store::Database& database,
                                              std::string_view name, std::size_t limit) {
  std::vector<SymbolMatch> out;
  CODEWEAVER_ASSIGN(auto hits, database.find_symbols(name, limit));
  for (auto& hit : hits)
    out.push_back({std::move(hit.symbol.name), std::move(hit.symbol.qualified_name),
                   std::move(hit.symbol.kind), std::move(hit.path), hit.symbol.lines});
  if (!out.empty()) return out;
  const auto live = all_live(snapshot);
  CODEWEAVER_ASSIGN(auto found,
                    named_definitions({snapshot, database, live}, text::NamePattern(name),
                                      text::NameMatch::kStyle, kMostLike));
  for (auto& one : found) {
    const auto chunk = snapshot.parts[one.chunk.part].segment->chunk(one.chunk.chunk);
    out.push_back({std::move(one.symbol.name), std::move(one.symbol.qualified_name),
                   std::move(one.symbol.kind), std::string(chunk.path), one.symbol.lines});
  }
  std::ranges::sort(out, {}, [](const SymbolMatch& match) {
    return std::tuple(std::string_view(match.path), match.lines.start_line, match.lines.end_line);
  });
  if (out.size() > limit) out.resize(limit);
  return out;
}

Result<std::vector<std::string>> similar_symbols(const store::Snapshot& snapshot,
                                                 const store::Database& database,
                                                 std::string_view name, std::size_t limit) {
  // What encloses it may be what is wrong.
  const text::NamePattern last(text::last_name_of(name));
  const auto live = all_live(snapshot);
  CODEWEAVER_ASSIGN(auto found, named_definitions({snapshot, database, live}, last,
                                                  text::NameMatch::kNear, kMostLike));
  std::ranges::sort(found, [](const NamedDefinition& a, const NamedDefinition& b) {
    return std::tuple(b.match, a.symbol.name.size(), std::string_view(a.symbol.qualified_name)) <
           std::tuple(a.match, b.symbol.name.size(), std::string_view(b.symbol.qualified_name));
  });
  std::vector<std::string> out;
  for (auto& one : found)
    if (out.size() < limit && std::ranges::find(out, one.symbol.qualified_name) == out.end())
      out.push_back(std::move(one.symbol.qualified_name));
  return out;
}

}  // namespace codeweaver::engine
