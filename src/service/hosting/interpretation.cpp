// The line that tells a user how a query with exact parts was read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/interpretation.hpp"

#include <algorithm>

#include "base/counted.hpp"
#include "codeweaver/query_parser.hpp"

namespace codeweaver::service {
namespace {

/// The command that gives the whole answer.
std::string_view command_of(const AskedCallGraph& asked) {
  if (asked.relation == CallRelation::kCallers && asked.depth > 1) return "impact";
  return to_string(asked.relation);
}

std::string call_graph_line(const AskedCallGraph& asked) {
  const std::string command(command_of(asked));
  return "Answered by the call graph, which has " + std::string(asked.is_cut ? "more than " : "") +
         base::counted(asked.count, command == "tests" ? "test" : "place") + " for " + command +
         " of " + asked.start + ": `codeweaver " + command + ' ' + asked.start +
         "` (tool call_graph) lists all";
}

bool asks_for_uses(const QueryPart& part) {
  return part.kind == QueryPart::Kind::kReference || part.kind == QueryPart::Kind::kReferenceOf ||
         std::ranges::any_of(part.parts, asks_for_uses);
}

}  // namespace

std::string interpretation_of(const FindCodeResponseSummary& answer) {
  if (answer.call_graph) return call_graph_line(*answer.call_graph);
  if (answer.interpreted_query.empty()) return {};
  auto out = "Interpreted as " + answer.interpreted_query + "; its exact parts match " +
             base::counted(answer.exact_files, "file");
  const auto query = parse_query(answer.interpreted_query);
  if (query && query->exact && asks_for_uses(*query->exact))
    out += "; uses are found by name, not resolved";
  return out;
}

}  // namespace codeweaver::service
