// The call graph in the C ABI.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/c/call_graph.h"

#include <string>

#include "codeweaver/call_graph.hpp"
#include "handles.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::c {
namespace {

Result<CallRelation> relation_of(const char* given) {
  const auto name = text_or_empty(given);
  if (name.empty()) return CallRelation::kCallers;
  const auto found = parse_call_relation(name);
  if (!found) return invalid("There is no relation '" + name + "'", "reading the call graph");
  return *found;
}

Result<void> call_graph(cw_engine& engine, const char* start, const cw_call_graph_options* given,
                        cw_text** json) {
  const auto read = read_struct(given, "cw_call_graph_options");
  if (!read) return read.error();
  const auto relation = relation_of(read->relation);
  if (!relation) return relation.error();
  CallGraphOptions options{.relation = *relation, .include_tests = read->exclude_tests == 0};
  options.depth = read->depth;
  if (read->limit > 0) options.limit = read->limit;
  options.to = text_or_empty(read->to);
  options.changed_in = text_or_empty(read->changed_in);
  const auto found = engine.core->call_graph(text_or_empty(start), options, lookup_of(engine));
  if (!found) return found.error();
  return give_text(json::dump(json::to_json(*found)), json);
}

}  // namespace
}  // namespace codeweaver::c

extern "C" cw_error* cw_call_graph(cw_engine* engine, const char* start,
                                   const cw_call_graph_options* options, cw_text** json) {
  return codeweaver::c::guarded(
      [&] { return codeweaver::c::call_graph(*engine, start, options, json); });
}
