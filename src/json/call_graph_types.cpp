// JSON form of the call graph, and of uses of a name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/search_types.hpp"
#include "json/member_reader.hpp"
#include "json/value_types.hpp"

namespace codeweaver::json {
namespace {

Value match_json(const CallGraphMatch& match) {
  Value lines = Array{};
  for (const auto line : match.lines) lines.push_back(line);
  Value out = Object{{"symbol", to_json(match.symbol)},
                     {"depth", match.depth},
                     {"via", match.via},
                     {"path", match.path},
                     {"lines", std::move(lines)},
                     {"link", std::string(to_string(match.link))},
                     {"is_test", match.is_test}};
  if (!match.names.empty()) out.set("names", text_list(match.names));
  return out;
}

Value cycle_json(const ImportCycle& cycle) {
  Value steps = Array{};
  for (const auto& one : cycle.steps) steps.push_back(match_json(one));
  return Object{{"files", text_list(cycle.files)}, {"steps", std::move(steps)}};
}

}  // namespace

Value to_json(const AskedCallGraph& asked) {
  return Object{{"relation", std::string(to_string(asked.relation))},
                {"start", asked.start},
                {"depth", asked.depth},
                {"count", asked.count},
                {"by_name", asked.by_name},
                {"is_cut", asked.is_cut}};
}

Value to_json(const CallGraphAnswer& answer) {
  Value definitions = Array{}, matches = Array{}, outside = Array{}, cycles = Array{};
  Value removed = Array{};
  for (const auto& one : answer.definitions) definitions.push_back(to_json(one));
  for (const auto& one : answer.matches) matches.push_back(match_json(one));
  for (const auto& one : answer.cycles) cycles.push_back(cycle_json(one));
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
                        {"cycles", std::move(cycles)},
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
  return Object{{"path", reference.path},
                {"line", reference.line},
                {"column", reference.column},
                {"text", reference.text},
                {"enclosing", reference.enclosing},
                {"kind", reference.kind},
                {"link", std::string(to_string(reference.link))},
                {"targets", text_list(reference.targets)}};
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
