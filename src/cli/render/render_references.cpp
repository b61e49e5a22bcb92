// Output of codeweaver refs: each path once, then numbered lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/render_references.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace codeweaver::cli {

std::string absolute_path(const Project& project, const std::string& path) {
  return (project.root / path).string();
}

std::string numbered_line(std::uint32_t number, std::string_view text, const std::string& language,
                          const QueryTerms& terms, const Streams& streams) {
  constexpr std::size_t kGutter = 10, kUsualColumns = 110, kLeastColumns = 40;
  const auto tokens = Highlighter(language).next_line(text);
  const auto indent = std::min(text.find_first_not_of(" \t"), text.size());
  const auto columns =
      streams.columns == 0 ? kUsualColumns : std::max(streams.columns, kLeastColumns);
  return styled(streams, Style::kDim, formatted("%7u  ", number)) +
         shown_line({text, tokens, indent, columns - kGutter}, terms, streams);
}

namespace {

/// What the references refer to; empty: only the name is known.
std::string heading_of(const ReferenceMatch& reference) {
  if (reference.targets.empty()) return {};
  std::string out = reference.targets.size() == 1 ? "Uses of " : "Uses of one of ";
  for (std::size_t i = 0; i < reference.targets.size(); ++i)
    out += (i == 0 ? "" : ", ") + reference.targets[i];
  return out;
}

/// The lines grouped by path.
std::string lines_by_path(const std::vector<ReferenceMatch>& references, const Project& project,
                          const QueryTerms& terms, const Streams& streams) {
  std::string out, path;
  for (const auto& one : references) {
    if (one.path != path) {
      if (!path.empty()) out += '\n';
      out += linked(streams, absolute_path(project, one.path),
                    styled(streams, Style::kPath, printable(one.path))) +
             '\n';
      path = one.path;
    }
    out += numbered_line(one.line, one.text, one.language, terms, streams);
    if (!one.enclosing.empty())
      out += styled(streams, Style::kDim, "  in " + printable(one.enclosing));
    out += '\n';
  }
  return out;
}

}  // namespace

std::string references_text(const std::vector<ReferenceMatch>& references, const Project& project,
                            const std::string& name, const Streams& streams) {
  std::map<std::pair<bool, std::string>, std::vector<ReferenceMatch>> groups;
  std::size_t elsewhere = 0;
  for (const auto& one : references) {
    const auto heading = heading_of(one);
    if (one.link == ReferenceLink::kElsewhere)
      ++elsewhere;
    else
      groups[{heading.empty(), heading}].push_back(one);
  }
  std::string out;
  for (const auto& [key, group] : groups) {
    if (groups.size() > 1) {
      const auto heading = key.first ? "Only the name is known" : key.second;
      out +=
          (out.empty() ? "" : "\n") +
          styled(streams, Style::kBold, printable(heading) + " (" + grouped(group.size()) + ')') +
          "\n\n";
    }
    out += lines_by_path(group, project, terms_of(name), streams);
  }
  if (elsewhere > 0)
    out += (out.empty() ? "" : "\n") + counted(elsewhere, "more line") +
           " with this name: it means something else there, such as a function of a library\n";
  return out;
}

}  // namespace codeweaver::cli
