// Caller counts: the shown definition, then one level of the call graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/caller_counts.hpp"

#include <array>
#include <cstddef>
#include <string>

#include "engine/searching/lookup/call_walk.hpp"
#include "engine/searching/lookup/caller_steps.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/state/item_path.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostChunksToCount = 200;  // with the name
constexpr std::size_t kMostCallers = 1000;

/// The definition with this name that a chunk shows at least in part.
std::optional<SymbolMatch> shown_definition(const SearchContext& context,
                                            const store::SegmentChunk& chunk,
                                            std::string_view qualified_name, std::uint32_t line) {
  if (qualified_name.empty()) return std::nullopt;
  const std::string path(shown_path(chunk.path));
  const auto here = context.database.definitions_in({chunk.content, chunk.ordinal});
  if (!here) return std::nullopt;
  for (const auto& one : *here)
    if (one.qualified_name == qualified_name)
      return SymbolMatch{one.name, one.qualified_name, one.kind, path, one.lines};
  const auto around = definitions_at(context, path, std::array{line});
  if (!around || !around->front() || around->front()->qualified_name != qualified_name)
    return std::nullopt;
  return around->front();
}

}  // namespace

std::optional<CallerCount> count_callers(const SearchContext& context,
                                         const store::SegmentChunk& chunk,
                                         std::string_view qualified_name, std::uint32_t line) {
  if (context.graph == nullptr) return std::nullopt;
  auto definition = shown_definition(context, chunk, qualified_name, line);
  if (!definition || chunks_naming(context.snapshot, definition->name) > kMostChunksToCount ||
      SymbolGraph::Question(*context.graph, context.database).facts(definition->path) == nullptr)
    return std::nullopt;
  CallGraphAnswer callers;
  callers.definitions.push_back(std::move(*definition));
  CallerSteps steps(context);
  const CallGraphOptions options{.depth = 1, .limit = kMostCallers};
  if (!CallWalk(context, options, steps).run(false, callers) || callers.is_over_limit ||
      callers.is_out_of_time)
    return std::nullopt;
  CallerCount out;
  for (const auto& one : callers.matches) {
    if (one.link == ReferenceLink::kByName) continue;
    ++out.total;
    out.tests += one.is_test ? 1 : 0;
  }
  return out;
}

}  // namespace codeweaver::engine
