// Finds the definitions that a change touched in the current text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/touched_definitions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "syntax/language.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::evaluate {
namespace {

/// Kind and qualified name of a definition.
using Key = std::pair<std::string, std::string>;

/// The definitions of one text with their lines.
struct Outline {
  std::vector<Key> keys;
  std::vector<Span> lines;
  std::vector<std::int32_t> parents;
  std::map<Key, std::vector<std::size_t>> places;
};

std::optional<Outline> outline_of(std::string_view text, syntax::LanguageIndex language) {
  const auto tree = syntax::SyntaxTree::parse(text, language);
  if (!tree) return std::nullopt;
  std::vector<std::size_t> ends;
  for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    ends.push_back(at);
  const auto line_of = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(std::lower_bound(ends.begin(), ends.end(), offset) -
                                      ends.begin()) +
           1;
  };
  Outline outline;
  for (const auto& definition : tree->definitions()) {
    outline.places[{std::string(definition.kind), definition.qualified_name}].push_back(
        outline.keys.size());
    outline.keys.emplace_back(definition.kind, definition.qualified_name);
    const auto last = std::max(definition.range.begin + 1, definition.range.end) - 1;
    outline.lines.push_back({line_of(definition.range.begin), line_of(last)});
    outline.parents.push_back(definition.parent);
  }
  return outline;
}

bool holds(const Span& lines, const TouchedLines& touched) {
  if (touched.count == 0)
    return lines.start_line <= touched.first && touched.first < lines.end_line;
  return lines.start_line < touched.first + touched.count && touched.first <= lines.end_line;
}

/// The innermost definitions that contain the lines.
std::set<std::size_t> innermost(const Outline& outline, const TouchedLines& touched) {
  std::set<std::size_t> found;
  for (std::size_t i = 0; i < outline.lines.size(); ++i)
    if (holds(outline.lines[i], touched)) found.insert(i);
  std::set<std::size_t> leaves = found;
  for (const auto index : found)
    for (auto at = outline.parents[index]; at >= 0;
         at = outline.parents[static_cast<std::size_t>(at)])
      leaves.erase(static_cast<std::size_t>(at));
  return leaves;
}

}  // namespace

std::optional<std::vector<Span>> locate_touched(std::string_view language, std::string_view then,
                                                std::span<const TouchedLines> touched,
                                                std::string_view now) {
  const auto index = syntax::find_language(language);
  if (!index || !syntax::languages()[*index].has_grammar) return std::nullopt;
  const auto before = outline_of(then, *index), after = outline_of(now, *index);
  if (!before || !after) return std::nullopt;
  std::set<std::size_t> definitions;
  for (const auto& lines : touched) definitions.merge(innermost(*before, lines));
  if (definitions.empty()) return std::nullopt;
  std::set<std::size_t> located;
  for (const auto definition : definitions) {
    const auto& namesakes = before->places.at(before->keys[definition]);
    const auto now_at = after->places.find(before->keys[definition]);
    if (now_at == after->places.end()) continue;
    const auto number = std::find(namesakes.begin(), namesakes.end(), definition);
    if (namesakes.size() == now_at->second.size())
      located.insert(now_at->second[static_cast<std::size_t>(number - namesakes.begin())]);
    else
      located.insert(now_at->second.begin(), now_at->second.end());
  }
  std::vector<Span> lines;
  for (const auto at : located) lines.push_back(after->lines[at]);
  return lines;
}

}  // namespace codeweaver::evaluate
