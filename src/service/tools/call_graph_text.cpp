// call_graph_text: one line for each match.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/call_graph_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "base/counted.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostDefinitionsShown = 10, kMostOutsideShown = 20;

std::string place(const SymbolMatch& symbol) {
  return symbol.path + ':' + std::to_string(symbol.lines.start_line);
}

/// How a relation is told.
struct RelationWords {
  std::string_view direct, further, by_name, none;
};

/// By CallRelation.
constexpr std::array<RelationWords, kCallRelationCount> kRelationWords{{
    {"Uses it", "Uses it through ", "Uses something with this name", "Nothing uses it"},
    {"Calls", "Calls through ", "Calls something with this name",
     "It calls nothing in the project"},
    {"Tests that use it", "Tests that reach it through ", "Tests that use something with this name",
     "No test that reaches it was found"},
    {"Implements, extends or overrides it", "Does so through ", "",
     "Nothing implements, extends or overrides it"},
    {"Calls, in this order", "", "", "No path of calls leads there"},
}};

std::string heading_of(const CallGraphMatch& one, CallRelation relation) {
  const auto& words = kRelationWords[static_cast<std::size_t>(relation)];
  if (one.link == ReferenceLink::kByName) return std::string(words.by_name);
  if (one.depth == 1 || relation == CallRelation::kPath) return std::string(words.direct);
  return std::string(words.further) + base::counted(one.depth - 1, "other definition");
}

/// Why a match is not certain.
std::string_view doubt_of(CallRelation relation) {
  if (relation == CallRelation::kImplementations) return " (has all its methods, by name)";
  const bool is_callee = relation == CallRelation::kCallees || relation == CallRelation::kPath;
  return is_callee ? " (may run)" : " (may mean another definition)";
}

std::string lines_of(const CallGraphMatch& one) {
  std::string out = one.lines.size() == 1 ? ", line " : ", lines ";
  for (std::size_t i = 0; i < one.lines.size(); ++i)
    out += (i == 0 ? "" : ", ") + std::to_string(one.lines[i]);
  return out;
}

/// "path:line  caller calls callee, path:line".
std::string step_of(const CallGraphMatch& one) {
  return "  " + one.path + ':' + std::to_string(one.lines.front()) + "  " + one.via + " calls " +
         one.symbol.qualified_name + ", " + place(one.symbol);
}

bool is_same_symbol(const CallGraphMatch& a, const CallGraphMatch& b) {
  return a.depth == b.depth && a.link == b.link && a.symbol.path == b.symbol.path &&
         a.symbol.lines == b.symbol.lines && a.symbol.name == b.symbol.name;
}

/// The matches of one definition in a line: "place  name uses A, line 3; B, lines 4, 7".
std::string line_of(std::span<const CallGraphMatch> matches, CallRelation relation,
                    bool names_via) {
  const auto& one = matches.front();
  std::string out;
  if (relation == CallRelation::kPath) {
    out = step_of(one);
  } else {
    out = one.symbol.path.empty() ? "  " : "  " + place(one.symbol) + "  ";
    out += one.symbol.name.empty() ? "(top level)" : one.symbol.qualified_name;
    const bool is_callee = relation == CallRelation::kCallees;
    const bool is_implementation = relation == CallRelation::kImplementations;
    for (const auto& via : matches) {
      if (names_via && &via != &one) out += "; ";
      if (names_via && &via == &one)
        out += is_callee ? ", called by " : is_implementation ? ", of " : " uses ";
      if (names_via) out += via.via;
      if (!is_implementation) out += lines_of(via);
    }
  }
  if (one.is_test && relation != CallRelation::kTests) out += " (test)";
  if (one.link == ReferenceLink::kCandidates) out += doubt_of(relation);
  return out + '\n';
}

/// The definitions of each file in a line.
std::string by_file_text(const CallGraphAnswer& answer) {
  constexpr std::size_t kMostFilesShown = 20, kMostNamesShown = 12;
  std::map<std::string, std::vector<std::string>> names;
  for (const auto& one : answer.definitions) names[one.path].push_back(one.qualified_name);
  std::string out;
  std::size_t shown = 0;
  for (const auto& [path, of_file] : names) {
    if (++shown > kMostFilesShown) break;
    out += path + ": ";
    for (std::size_t i = 0; i < std::min(of_file.size(), kMostNamesShown); ++i)
      out += (i == 0 ? "" : ", ") + of_file[i];
    if (of_file.size() > kMostNamesShown)
      out += " and " + base::counted(of_file.size() - kMostNamesShown, "more definition");
    out += '\n';
  }
  if (names.size() > kMostFilesShown)
    out += "and " + base::counted(names.size() - kMostFilesShown, "more file") + '\n';
  return out;
}

/// Definitions with one name line by line, with a hint; others by file.
std::string definitions_text(const CallGraphAnswer& answer) {
  const auto count = answer.definitions.size();
  const bool has_one_name = std::ranges::all_of(answer.definitions, [&](const SymbolMatch& one) {
    return one.name == answer.definitions.front().name;
  });
  if (!has_one_name) return by_file_text(answer);
  std::string out;
  for (std::size_t i = 0; i < std::min(count, kMostDefinitionsShown); ++i) {
    const auto& one = answer.definitions[i];
    out += one.qualified_name + ", " + one.kind + " in " + place(one) + '\n';
  }
  if (count > kMostDefinitionsShown)
    out += "and " + base::counted(count - kMostDefinitionsShown, "more definition") + '\n';
  if (count > 1) out += "To ask about one of them, give Class.method or PATH:LINE.\n";
  return out;
}

std::string outside_text(const CallGraphAnswer& answer) {
  if (answer.outside.empty()) return {};
  std::string out = "\nOutside of the project: ";
  for (std::size_t i = 0; i < std::min(answer.outside.size(), kMostOutsideShown); ++i) {
    const auto& [name, count] = answer.outside[i];
    out += (i == 0 ? "" : ", ") + name;
    if (count > 1) out += " (" + std::to_string(count) + ')';
  }
  if (answer.outside.size() > kMostOutsideShown)
    out += " and " + base::counted(answer.outside.size() - kMostOutsideShown, "more name");
  return out + '\n';
}

/// Lines that are not listed, and why.
std::string rest_text(const CallGraphAnswer& answer) {
  std::string out;
  std::size_t listed = 0;
  for (const auto& one : answer.matches)
    if (one.link == ReferenceLink::kByName) listed += one.lines.size();
  if (answer.by_name > listed)
    out += '\n' + base::counted(answer.by_name - listed, "more line") +
           " known by name only: something with one of these names is used\n";
  if (answer.elsewhere > 0)
    out += '\n' + base::counted(answer.elsewhere, "more line") +
           " with this name: something else is meant there, as far as its type is known\n";
  return out;
}

/// What cut the answer off, one sentence each.
std::string cut_text(const CallGraphAnswer& answer, CallRelation relation) {
  std::string out;
  if (answer.deeper > 0 && relation == CallRelation::kPath)
    out += "\nThe search ended at depth " + std::to_string(answer.depth) + ", where it met " +
           base::counted(answer.deeper, "definition") + ": raise the depth to go on.\n";
  else if (answer.deeper > 0)
    out += "\nAt least " + base::counted(answer.deeper, "more definition") + " at depth " +
           std::to_string(answer.depth + 1) + ": raise the depth to list them.\n";
  if (answer.is_over_limit) out += "\nThere are more: raise the limit to list them.\n";
  if (answer.is_out_of_time) out += "\nLinking took too long, so some may be missing: ask again.\n";
  return out;
}

/// Definitions that a difference removes, those in use first.
std::string removed_text(const CallGraphAnswer& answer) {
  constexpr std::size_t kMostUnusedShown = 20, kShortId = 8;
  const auto named = [&](const RemovedDefinition& one) {
    return one.symbol.qualified_name + " (" + place(one.symbol) + " at " +
           answer.removed_since.substr(0, kShortId) + ')';
  };
  std::string out, unused;
  std::size_t count = 0;
  for (const auto& one : answer.removed) {
    if (one.uses.empty()) {
      if (++count <= kMostUnusedShown) unused += (unused.empty() ? "" : ", ") + named(one);
      continue;
    }
    out += "\nRemoved: " + named(one) + ", still used by name at\n";
    for (const auto& use : one.uses)
      out += "  " + use.path + ':' + std::to_string(use.line) + "  " +
             (use.enclosing.empty() ? "(top level)" : use.enclosing) + '\n';
  }
  if (count > kMostUnusedShown)
    unused += " and " + base::counted(count - kMostUnusedShown, "more definition");
  return unused.empty() ? out : out + "\nRemoved, and its name is not used: " + unused + '\n';
}

}  // namespace

std::string call_graph_text(const CallGraphAnswer& answer, const CallGraphOptions& options,
                            std::string_view start) {
  if (answer.definitions.empty() && start.empty())
    return "No definition is changed.\n" + removed_text(answer) +
           cut_text(answer, options.relation);
  if (answer.definitions.empty())
    return "No definition is called " + std::string(start) +
           ", and no file. Give the name of a function, class or variable, or PATH:LINE; "
           "find_symbol finds similar names.\n";
  const auto relation = options.relation;
  std::string out = definitions_text(answer), heading;
  if (answer.matches.empty())
    out += answer.elsewhere > 0
               ? "No use of it was found.\n"
               : std::string(kRelationWords[static_cast<std::size_t>(relation)].none) + ".\n";
  const std::span<const CallGraphMatch> matches(answer.matches);
  for (std::size_t first = 0, end = 0; first < matches.size(); first = end) {
    end = first + 1;
    if (const auto next = heading_of(matches[first], relation); next != heading) {
      out += '\n' + next + '\n';
      heading = next;
    }
    const bool names_via = matches[first].depth > 1 || answer.definitions.size() > 1;
    while (names_via && end < matches.size() && relation != CallRelation::kPath &&
           is_same_symbol(matches[first], matches[end]))
      ++end;
    out += line_of(matches.subspan(first, end - first), relation, names_via);
  }
  return out + outside_text(answer) + rest_text(answer) + removed_text(answer) +
         cut_text(answer, relation);
}

}  // namespace codeweaver::service
