// JSON of answers of the symbol graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/code_map.hpp"
#include "codeweaver/rename.hpp"
#include "json/value_types.hpp"

namespace codeweaver::json {
namespace {

Value texts_json(const std::vector<std::string>& texts) {
  Value out = Array{};
  for (const auto& text : texts) out.push_back(text);
  return out;
}

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
  if (!match.names.empty()) out.set("names", texts_json(match.names));
  return out;
}

Value cycle_json(const ImportCycle& cycle) {
  Value steps = Array{};
  for (const auto& one : cycle.steps) steps.push_back(match_json(one));
  return Object{{"files", texts_json(cycle.files)}, {"steps", std::move(steps)}};
}

}  // namespace

Value to_json(const CallGraphAnswer& answer) {
  Value definitions = Array{}, matches = Array{}, outside = Array{}, cycles = Array{};
  for (const auto& one : answer.definitions) definitions.push_back(to_json(one));
  for (const auto& one : answer.matches) matches.push_back(match_json(one));
  for (const auto& one : answer.cycles) cycles.push_back(cycle_json(one));
  for (const auto& one : answer.outside)
    outside.push_back(Object{{"name", one.name}, {"count", one.count}});
  return Object{{"definitions", std::move(definitions)},
                {"matches", std::move(matches)},
                {"outside", std::move(outside)},
                {"cycles", std::move(cycles)},
                {"elsewhere", answer.elsewhere},
                {"by_name", answer.by_name},
                {"is_cut", answer.is_cut}};
}

Value to_json(const RenamePreview& preview) {
  Value definitions = Array{}, left_out = Array{};
  for (const auto& one : preview.definitions) definitions.push_back(to_json(one));
  for (const auto& one : preview.left_out)
    left_out.push_back(Object{{"path", one.path},
                              {"line", one.line},
                              {"text", one.text},
                              {"doubt", std::string(to_string(one.doubt))}});
  return Object{{"definitions", std::move(definitions)},
                {"is_ambiguous", preview.is_ambiguous},
                {"diff", preview.diff},
                {"edits", preview.edits},
                {"files", preview.files},
                {"left_out", std::move(left_out)},
                {"conflicts", texts_json(preview.conflicts)},
                {"is_cut", preview.is_cut}};
}

Value to_json(const CodeMap& map) {
  Value files = Array{};
  for (const auto& file : map.files) {
    Value definitions = Array{};
    for (const auto& one : file.definitions)
      definitions.push_back(Object{
          {"symbol", to_json(one.symbol)}, {"signature", one.signature}, {"uses", one.uses}});
    files.push_back(
        Object{{"path", file.path}, {"rank", file.rank}, {"definitions", std::move(definitions)}});
  }
  return Object{{"files", std::move(files)},
                {"linked_files", map.linked_files},
                {"tokens", map.tokens},
                {"is_cut", map.is_cut}};
}

}  // namespace codeweaver::json
