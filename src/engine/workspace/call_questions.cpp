// Questions for callers and the like: the lines of the call graph, then a search within them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/call_questions.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/query.hpp"
#include "engine/state/search_target.hpp"

namespace codeweaver::engine {
namespace {

using Relation = text::AskedUses::Relation;
using Place = std::pair<std::string, std::uint32_t>;  // path, line

CallGraphOptions graph_options(Relation asked) {
  constexpr std::size_t kDepthOfImpact = 3, kMostAsked = 1000;
  CallGraphOptions out;
  out.limit = kMostAsked;
  if (asked == Relation::kImpact) out.depth = kDepthOfImpact;
  if (asked == Relation::kCallees) out.relation = CallRelation::kCallees;
  if (asked == Relation::kTests) out.relation = CallRelation::kTests;
  return out;
}

/// Where the answer shows a match: callers at their uses, others at their beginning.
std::vector<Place> places_of(const CallGraphMatch& match, CallRelation relation) {
  std::vector<Place> out;
  if (relation == CallRelation::kCallers)
    for (const auto line : match.lines) out.emplace_back(match.path, line);
  else if (!match.symbol.path.empty())
    out.emplace_back(match.symbol.path, match.symbol.lines.start_line);
  return out;
}

bool searches_the_tree(const SearchOptions& options) {
  return options.ref.empty() && options.changed_in.empty() && !options.filter.purpose &&
         options.filter.chunk_strategy.empty();
}

/// The position of the first place that the match shows.
std::size_t position_of(const CodeMatch& match, const std::vector<Place>& places) {
  const auto at = std::ranges::find_if(places, [&](const Place& place) {
    return place.first == match.file.path && match.span.start_line <= place.second &&
           place.second <= match.span.end_line;
  });
  return static_cast<std::size_t>(at - places.begin());
}

}  // namespace

Result<std::optional<FindCodeResponseSummary>> calls_answer(CodeWeaver& core,
                                                            const text::AskedUses& asked,
                                                            const SearchOptions& options,
                                                            const CallContext& call) {
  const std::optional<FindCodeResponseSummary> none;
  if (!searches_the_tree(options)) return none;
  const auto wanted = graph_options(asked.relation);
  const auto graph = core.call_graph(asked.name, wanted, {}, call);
  if (!graph && graph.error().category == ErrorCategory::kCancelled) return graph.error();
  if (!graph) return none;  // the calls in this language are not linked
  AskedCallGraph shown{.relation = wanted.relation,
                       .start = asked.name,
                       .depth = graph->depth,
                       .by_name = graph->by_name,
                       .is_cut = graph->is_over_limit || graph->is_out_of_time};
  std::vector<Place> places;
  LineFilter lines;
  for (const auto& match : graph->matches) {
    if (match.link == ReferenceLink::kByName) continue;
    ++shown.count;
    for (const auto& place : places_of(match, wanted.relation)) {
      if (places.size() >= options.top_k && !lines.contains(place.first)) continue;
      places.push_back(place);
      lines[place.first].push_back({place.second, place.second});
    }
  }
  if (places.empty()) return none;
  auto within = options;
  within.filter.min_similarity = 0;
  within.filter.lines =
      options.filter.lines ? common_lines(*options.filter.lines, lines) : std::move(lines);
  CODEWEAVER_ASSIGN(auto answer, core.find(Query{.meaning = asked.name}, within, call));
  if (answer.matches.empty()) return none;
  std::ranges::stable_sort(answer.matches, {},
                           [&](const CodeMatch& match) { return position_of(match, places); });
  answer.call_graph = std::move(shown);
  return std::optional(std::move(answer));
}

}  // namespace codeweaver::engine
