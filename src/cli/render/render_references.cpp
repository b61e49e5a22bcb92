// Output of codeweaver refs: each path once, then numbered lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/render_references.hpp"

#include <algorithm>

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

std::string references_text(const std::vector<ReferenceMatch>& references, const Project& project,
                            const std::string& name, const Streams& streams) {
  const auto terms = terms_of(name);
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

}  // namespace codeweaver::cli
