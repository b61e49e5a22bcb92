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

std::string line_of(const CallerMatch& one, bool names_callee) {
  std::string out = "  " + place(one.caller) + "  " +
                    (one.caller.name.empty() ? "(top level)" : one.caller.qualified_name);
  if (names_callee) out += " uses " + one.callee;
  out += one.lines.size() == 1 ? ", line " : ", lines ";
  for (std::size_t i = 0; i < one.lines.size(); ++i)
    out += (i == 0 ? "" : ", ") + std::to_string(one.lines[i]);
  if (one.is_test) out += " (test)";
  if (one.link == ReferenceLink::kCandidates) out += " (may mean another definition)";
  return out + '\n';
}

std::string heading_of(const CallerMatch& one) {
  if (one.link == ReferenceLink::kByName) return "Uses something with this name";
  if (one.depth == 1) return "Uses it";
  return "Uses it through " + base::counted(one.depth - 1, "other definition");
}

}  // namespace

std::string callers_text(const CallersAnswer& answer, std::string_view name) {
  if (answer.definitions.empty())
    return "No definition is called " + std::string(name) +
           ". Give the name of a function, class or variable; find_symbol finds similar names.\n";
  std::string out, heading;
  for (const auto& one : answer.definitions)
    out += one.qualified_name + ", " + one.kind + " in " + place(one) + '\n';
  if (answer.callers.empty())
    out += answer.elsewhere > 0 ? "No use of it was found.\n" : "Nothing uses it.\n";
  for (const auto& one : answer.callers) {
    if (const auto next = heading_of(one); next != heading) {
      out += '\n' + next + '\n';
      heading = next;
    }
    out += line_of(one, one.depth > 1 || answer.definitions.size() > 1);
  }
  if (answer.elsewhere > 0)
    out += '\n' + base::counted(answer.elsewhere, "more line") +
           " with this name: something else is meant there, as far as its type is known\n";
  if (answer.is_cut)
    out += "\nThis is not all: raise the limit, or ask again if linking took too long.\n";
  return out;
}

}  // namespace codeweaver::service
