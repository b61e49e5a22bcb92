// Requests for the call graph: reads and checks their members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/call_graph_request.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "codeweaver/contract.hpp"
#include "json/member_reader.hpp"
#include "json/value_types.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::service {
namespace {

/// Keeps `out` if the member is absent or null.
void read_positive(json::MemberReader& reader, std::string_view key, std::size_t most,
                   std::size_t& out) {
  std::optional<std::size_t> number;
  reader.nullable(key, number);
  if (number && (*number < 1 || *number > most))
    reader.note(key, "is not from 1 to " + std::to_string(most));
  out = number.value_or(out);
}

}  // namespace

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
  read_positive(reader, "depth", kDeepest, options.depth);
  read_positive(reader, "limit", kMostMatches, options.limit);
  reader.nullable("include_tests", options.include_tests);
  reader.no_others();
  auto filled = reader.finish(std::move(out));
  if (!filled) {
    auto error = filled.error();
    error.code = contract::kValidationError;
    return error;
  }
  if (filled->start.empty() && filled->options.changed_in.empty())
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
