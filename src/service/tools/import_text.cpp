// import_text: one line for each file, with the names and the lines of the imports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/import_text.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/counted.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostImportedNames = 6, kMostImporters = 8, kMostCycleFiles = 12;

std::string first_ones(std::span<const std::string> texts, std::size_t most, const char* more) {
  std::string out;
  for (std::size_t i = 0; i < std::min(texts.size(), most); ++i)
    out += (i == 0 ? "" : ", ") + texts[i];
  if (texts.size() > most) out += " and " + base::counted(texts.size() - most, more);
  return out;
}

std::string import_lines(const CallGraphMatch& one) {
  std::string out = one.lines.size() == 1 ? "line " : "lines ";
  for (std::size_t i = 0; i < one.lines.size(); ++i)
    out += (i == 0 ? "" : ", ") + std::to_string(one.lines[i]);
  return out;
}

std::string shown_file(const SymbolMatch& symbol) {
  if (symbol.kind == "folder" && symbol.path.empty()) return "The project";
  const bool is_folder = symbol.kind == "folder" || symbol.kind == "package";
  return symbol.qualified_name + (is_folder ? "/" : "");
}

std::string import_heading(const CallGraphMatch& one, CallRelation relation) {
  if (one.link == ReferenceLink::kByName) return "Not found in the project";
  const bool is_reverse = relation == CallRelation::kImporters;
  if (one.depth == 1) return is_reverse ? "Imported by" : "Imports";
  return (is_reverse ? "Imported through " : "Imports through ") +
         base::counted(one.depth - 1, "other file");
}

bool is_same_file(const CallGraphMatch& a, const CallGraphMatch& b) {
  return a.depth == b.depth && a.link == b.link && a.symbol.path == b.symbol.path &&
         a.symbol.name == b.symbol.name;
}

/// "  path  names, line 3", or of several files "  path  a.py, line 3; b.py, line 4".
std::string import_line(std::span<const CallGraphMatch> matches, CallRelation relation,
                        bool names_via) {
  const auto& first = matches.front();
  std::string out = "  " + shown_file(first.symbol) + "  ";
  const bool is_reverse = relation == CallRelation::kImporters;
  if (names_via) out += is_reverse ? "of " : "by ";
  for (std::size_t i = 0; i < std::min(matches.size(), kMostImporters); ++i) {
    const auto& one = matches[i];
    if (i > 0) out += "; ";
    if (names_via) out += one.via + ": ";
    if (!one.names.empty()) out += first_ones(one.names, kMostImportedNames, "more name") + ", ";
    out += import_lines(one);
  }
  if (matches.size() > kMostImporters)
    out += " and " + base::counted(matches.size() - kMostImporters, "more file");
  return out + (first.is_test ? " (test)\n" : "\n");
}

/// One of several files that lead to the same one is next to it.
std::vector<CallGraphMatch> by_file(const CallGraphAnswer& answer) {
  std::vector<CallGraphMatch> out;
  std::vector<bool> is_taken(answer.matches.size());
  for (std::size_t i = 0; i < answer.matches.size(); ++i)
    for (auto j = is_taken[i] ? answer.matches.size() : i; j < answer.matches.size(); ++j)
      if (!is_taken[j] && is_same_file(answer.matches[i], answer.matches[j])) {
        out.push_back(answer.matches[j]);
        is_taken[j] = true;
      }
  return out;
}

std::string imports_text(const CallGraphAnswer& answer, CallRelation relation) {
  const auto all = by_file(answer);
  const std::span<const CallGraphMatch> matches(all);
  const bool is_of_one = answer.definitions.front().kind == "file";
  std::string out, heading;
  for (std::size_t first = 0, end = 0; first < matches.size(); first = end) {
    end = first + 1;
    if (const auto next = import_heading(matches[first], relation); next != heading) {
      out += '\n' + next + '\n';
      heading = next;
    }
    while (end < matches.size() && is_same_file(matches[first], matches[end])) ++end;
    const bool names_via = matches[first].depth > 1 || !is_of_one;
    out += import_line(matches.subspan(first, end - first), relation, names_via);
  }
  return out;
}

std::string imported_libraries(const CallGraphAnswer& answer) {
  constexpr std::size_t kMostLibraries = 40;
  std::vector<std::string> names;
  for (const auto& [name, count] : answer.outside)
    names.push_back(count > 1 ? name + " (" + std::to_string(count) + ')' : name);
  if (names.empty()) return {};
  return "\nOutside of the project: " + first_ones(names, kMostLibraries, "more name") + '\n';
}

/// The files of a group, and its shortest cycle, one step a line.
std::string cycle_text(const ImportCycle& cycle) {
  std::string out = '\n' + base::counted(cycle.files.size(), "file");
  if (cycle.files.size() > cycle.steps.size())
    out += ": " + first_ones(cycle.files, kMostCycleFiles, "more file") + "\nThe shortest cycle";
  out += '\n';
  for (const auto& step : cycle.steps) {
    out += "  " + step.path + ':' + std::to_string(step.lines.front()) + " -> " + step.symbol.path;
    if (!step.names.empty()) out += "  " + first_ones(step.names, kMostImportedNames, "more name");
    out += '\n';
  }
  return out;
}

std::string cycles_text(const CallGraphAnswer& answer) {
  if (answer.cycles.empty()) return "No files import each other.\n";
  std::string out = base::counted(answer.cycles.size(), "group") +
                    " of files that import each other, not counting imports within functions and "
                    "those of types only\n";
  for (const auto& cycle : answer.cycles) out += cycle_text(cycle);
  return out;
}

}  // namespace

std::string import_text(const CallGraphAnswer& answer, CallRelation relation) {
  if (answer.definitions.empty()) return "Nothing is indexed yet.\n";
  const auto& asked = answer.definitions.front();
  std::string out = shown_file(asked) + ", " + asked.kind + '\n';
  if (relation == CallRelation::kCycles) {
    out += cycles_text(answer);
  } else {
    if (answer.matches.empty())
      out += relation == CallRelation::kImporters ? "No file imports it.\n"
                                                  : "It imports nothing of the project.\n";
    out += imports_text(answer, relation) + imported_libraries(answer);
  }
  return out;
}

}  // namespace codeweaver::service
