// rename_text: the diff, and comments after it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/rename_text.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/counted.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostTextShown = 160;

std::string definitions_of(const RenamePreview& preview) {
  std::string out;
  for (const auto& one : preview.definitions)
    out += "#   " + one.path + ':' + std::to_string(one.lines.start_line) + "  " + one.kind + ' ' +
           one.qualified_name + '\n';
  return out;
}

std::string_view words_for(RenameDoubt doubt) {
  switch (doubt) {
    case RenameDoubt::kByName:
      return "# Not in the diff, known by name only:\n";
    case RenameDoubt::kCandidates:
      return "# Not in the diff, may mean another definition:\n";
    case RenameDoubt::kText:
      break;
  }
  return "# Not in the diff, in comments, strings or languages that are not linked:\n";
}

std::string trimmed(std::string_view line) {
  const auto begin = std::min(line.find_first_not_of(" \t"), line.size());
  line = line.substr(begin, kMostTextShown);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return std::string(line);
}

std::string left_out_of(const RenamePreview& preview) {
  std::string out;
  const RenamePlace* before = nullptr;
  for (const auto& one : preview.left_out) {
    if (before == nullptr || before->doubt != one.doubt) out += words_for(one.doubt);
    before = &one;
    out += "#   " + one.path + ':' + std::to_string(one.line) + "  " + trimmed(one.text) + '\n';
  }
  return out;
}

}  // namespace

std::string rename_text(const RenamePreview& preview, std::string_view name) {
  if (preview.definitions.empty()) return "# No definition is called " + std::string(name) + ".\n";
  if (preview.is_ambiguous)
    return "# " + std::string(name) + " has several definitions. Give one of them as PATH:LINE:\n" +
           definitions_of(preview);
  std::string out = preview.diff;
  out += "# Changes " + base::counted(preview.edits, "name") + " in " +
         base::counted(preview.files, "file") + ". Nothing was written.\n";
  if (preview.definitions.size() > 1)
    out += "# Renamed together, as they declare, override or implement each other:\n" +
           definitions_of(preview);
  out += left_out_of(preview);
  for (const auto& one : preview.conflicts) out += "# Check: " + one + '\n';
  if (preview.is_cut)
    out += "# This is not all: raise the limit, or ask again if linking took too long.\n";
  return out;
}

}  // namespace codeweaver::service
