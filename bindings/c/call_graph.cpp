// The call graph, renames and the map of a project in the C ABI.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/c/call_graph.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/code_map.hpp"
#include "codeweaver/rename.hpp"
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

Result<void> rename_preview(cw_engine& engine, const char* name, const char* new_name,
                            std::uint32_t limit, cw_text** json) {
  constexpr std::size_t kUsualLimit = 100;
  const auto found =
      engine.core->rename_preview(text_or_empty(name), text_or_empty(new_name),
                                  limit == 0 ? kUsualLimit : limit, lookup_of(engine));
  if (!found) return found.error();
  return give_text(json::dump(json::to_json(*found)), json);
}

Result<void> code_map(cw_engine& engine, const char* folder, std::uint32_t token_limit,
                      int include_tests, cw_text** json) {
  CodeMapOptions options{.folder = text_or_empty(folder), .include_tests = include_tests != 0};
  if (token_limit > 0) options.token_limit = token_limit;
  const auto found = engine.core->code_map(options, lookup_of(engine));
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

extern "C" cw_error* cw_rename_preview(cw_engine* engine, const char* name, const char* new_name,
                                       std::uint32_t limit, cw_text** json) {
  return codeweaver::c::guarded(
      [&] { return codeweaver::c::rename_preview(*engine, name, new_name, limit, json); });
}

extern "C" cw_error* cw_code_map(cw_engine* engine, const char* folder, std::uint32_t token_limit,
                                 int include_tests, cw_text** json) {
  return codeweaver::c::guarded(
      [&] { return codeweaver::c::code_map(*engine, folder, token_limit, include_tests, json); });
}
