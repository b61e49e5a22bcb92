// JSON form of the call graph, and of uses of a name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/search_types.hpp"
#include "json/member_reader.hpp"
#include "json/value_types.hpp"

namespace codeweaver::json {

Value to_json(const AskedCallGraph& asked) {
  return Object{{"relation", std::string(to_string(asked.relation))},
                {"start", asked.start},
                {"depth", asked.depth},
                {"count", asked.count},
                {"by_name", asked.by_name},
                {"is_cut", asked.is_cut}};
}

Value to_json(const CallGraphAnswer& answer) {
  Value definitions = Array{}, matches = Array{}, outside = Array{}, removed = Array{};
  for (const auto& one : answer.definitions) definitions.push_back(to_json(one));
  for (const auto& one : answer.matches) {
    Value lines = Array{};
    for (const auto line : one.lines) lines.push_back(line);
    matches.push_back(Object{{"symbol", to_json(one.symbol)},
                             {"depth", one.depth},
                             {"via", one.via},
                             {"path", one.path},
                             {"lines", std::move(lines)},
                             {"link", std::string(to_string(one.link))},
                             {"is_test", one.is_test}});
  }
  for (const auto& one : answer.outside)
    outside.push_back(Object{{"name", one.name}, {"count", one.count}});
  for (const auto& one : answer.removed) {
    Value uses = Array{};
    for (const auto& use : one.uses) uses.push_back(to_json(use));
    removed.push_back(Object{{"symbol", to_json(one.symbol)}, {"uses", std::move(uses)}});
  }
  Value object = Object{{"definitions", std::move(definitions)},
                        {"matches", std::move(matches)},
                        {"outside", std::move(outside)},
                        {"elsewhere", answer.elsewhere},
                        {"by_name", answer.by_name},
                        {"removed", std::move(removed)},
                        {"depth", answer.depth},
                        {"deeper", answer.deeper},
                        {"is_over_limit", answer.is_over_limit},
                        {"is_out_of_time", answer.is_out_of_time}};
  if (!answer.removed_since.empty()) object.set("removed_since", answer.removed_since);
  return object;
}

Value to_json(const ReferenceMatch& reference) {
  Value targets = Array{};
  for (const auto& target : reference.targets) targets.push_back(target);
  return Object{{"path", reference.path},
                {"line", reference.line},
                {"column", reference.column},
                {"text", reference.text},
                {"enclosing", reference.enclosing},
                {"kind", reference.kind},
                {"link", std::string(to_string(reference.link))},
                {"targets", std::move(targets)}};
}

template <>
Result<AskedCallGraph> from_json(const Value& value) {
  AskedCallGraph asked;
  MemberReader reader(value, "AskedCallGraph");
  reader.required_name("relation", asked.relation, parse_call_relation);
  reader.required("start", asked.start);
  reader.required("depth", asked.depth);
  reader.required("count", asked.count);
  reader.required("by_name", asked.by_name);
  reader.required("is_cut", asked.is_cut);
  return reader.finish(std::move(asked));
}

}  // namespace codeweaver::json
