// Requests for the call graph: reads and checks their members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/call_graph_request.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "json/value_types.hpp"
#include "service/hosting/project_json.hpp"
#include "service/hosting/request_reader.hpp"

namespace codeweaver::service {

Result<CallGraphRequest> call_graph_request(const json::Value& object, std::string_view what) {
  constexpr std::size_t kDeepest = 20, kMostMatches = 1000;
  CallGraphRequest out;
  auto& options = out.options;
  json::MemberReader reader(object, what);
  reader.nullable("project_id", out.project_id);
  reader.nullable("start", out.start);
  std::optional<CallRelation> relation;
  reader.nullable_name("relation", relation, parse_call_relation);
  options.relation = relation.value_or(options.relation);
  reader.nullable("to", options.to);
  reader.nullable("changed_in", options.changed_in);
  options.depth = read_count(reader, "depth", options.depth, 1, kDeepest);
  options.limit = read_count(reader, "limit", options.limit, 1, kMostMatches);
  reader.nullable("include_tests", options.include_tests);
  reader.no_others();
  auto filled = finish_request(reader, std::move(out));
  if (!filled) return filled;
  const bool needs_start = filled->options.relation != CallRelation::kCycles;
  if (needs_start && filled->start.empty() && filled->options.changed_in.empty())
    return Error{ErrorCategory::kInvalidArgument, "EMPTY_QUERY", "The start is empty",
                 "reading the call graph", "Give the name of a definition, or changed_in."};
  return filled;
}

json::Value call_graph_json(const CallGraphAnswer& answer,
                            const std::vector<std::string>& warnings) {
  auto out = json::to_json(answer);
  out.set("warnings", warnings_json(warnings));
  return out;
}

}  // namespace codeweaver::service
