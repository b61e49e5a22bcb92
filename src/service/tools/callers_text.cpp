// callers_text: one line for each caller.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/callers_text.hpp"

#include <cstddef>

#include "base/counted.hpp"

namespace codeweaver::service {
namespace {

std::string place(const SymbolMatch& symbol) {
  return symbol.path + ':' + std::to_string(symbol.lines.start_line);
}

std::string line_of(const CallerMatch& one) {
  std::string out = "  " + place(one.caller) + "  " +
                    (one.caller.name.empty() ? "(top level)" : one.caller.qualified_name);
  if (one.depth > 1) out += " calls " + one.callee;
  out += one.lines.size() == 1 ? " in line " : " in lines ";
  for (std::size_t i = 0; i < one.lines.size(); ++i)
    out += (i == 0 ? "" : ", ") + std::to_string(one.lines[i]);
  if (one.is_test) out += ", a test";
  if (one.link == ReferenceLink::kCandidates) out += ", or of another definition";
  return out + '\n';
}

}  // namespace

std::string callers_text(const CallersAnswer& answer, std::string_view name) {
  if (answer.definitions.empty()) return "No definition is called " + std::string(name) + ".\n";
  std::string out;
  for (const auto& one : answer.definitions)
    out += one.qualified_name + ", " + one.kind + " in " + place(one) + '\n';
  if (answer.callers.empty()) out += "Nothing uses it.\n";
  std::size_t depth = 0;
  bool is_by_name = false;
  for (const auto& one : answer.callers) {
    const bool by_name = one.link == ReferenceLink::kByName;
    if (one.depth != depth || by_name != is_by_name)
      out += by_name
                 ? "\nUses something with this name\n"
                 : (one.depth == 1 ? "\nCalls it\n"
                                   : "\nCalls it through " +
                                         base::counted(one.depth - 1, "other definition") + '\n');
    depth = one.depth;
    is_by_name = by_name;
    out += line_of(one);
  }
  if (answer.is_cut) out += "\nThere are more; raise the limit to see them.\n";
  return out;
}

}  // namespace codeweaver::service
