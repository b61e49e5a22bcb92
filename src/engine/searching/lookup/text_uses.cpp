// Uses of a name by text: chunks from postings, lines by word.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/text_uses.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include "base/lines.hpp"
#include "base/try.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "engine/state/item_path.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {
namespace {

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         (c & 0x80) != 0;
}

/// Position of `name` as a whole word; nullopt: not found.
std::optional<std::size_t> word_at(std::string_view line, std::string_view name) {
  for (auto at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_part_of_name(line[at - 1])) &&
        (end == line.size() || !is_part_of_name(line[end])))
      return at;
  }
  return std::nullopt;
}

bool is_comment(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return true;
  const auto rest = line.substr(begin);
  return rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with("* ") ||
         (rest.starts_with('#') && !rest.starts_with("#include") && !rest.starts_with("#["));
}

/// Index of the naming line of each definition of `name` in the chunk.
std::set<std::size_t> defining_lines(const std::vector<store::SymbolRecord>& definitions,
                                     std::string_view name, std::uint32_t first,
                                     const std::vector<std::string_view>& lines) {
  std::set<std::size_t> out;
  for (const auto& definition : definitions) {
    if (definition.name != name) continue;
    for (auto line = std::max(first, definition.lines.start_line);
         line <= definition.lines.end_line && line - first < lines.size(); ++line) {
      if (!word_at(lines[line - first], name) || is_comment(lines[line - first])) continue;
      out.insert(line - first);
      break;
    }
  }
  return out;
}

bool refers_to(const store::ChunkRecord& record, std::string_view name) {
  return std::ranges::any_of(record.references, [&](const std::string& one) {
    return one == name || (one.size() > name.size() && word_at(one, name));  // an import
  });
}

}  // namespace

std::vector<store::ScoredChunk> chunks_with_name(const store::Snapshot& snapshot,
                                                 std::string_view name) {
  const auto terms = text::analyze_query(name);
  if (terms.empty()) return {};
  const store::TermCoverage all(snapshot, terms);
  std::size_t rarest = 0;
  for (std::size_t i = 1; i < terms.size(); ++i)
    if (all.frequency(i) < all.frequency(rarest)) rarest = i;
  const std::vector one{terms[rarest]};
  return store::search_lexical(snapshot, one, {}, snapshot.live_chunks);
}

std::string enclosing_definition(const std::vector<store::SymbolRecord>& definitions,
                                 std::uint32_t line, const store::ChunkRecord& record) {
  const store::SymbolRecord* best = nullptr;
  for (const auto& definition : definitions)
    if (definition.lines.start_line <= line && line <= definition.lines.end_line &&
        (best == nullptr || definition.lines.line_count() <= best->lines.line_count()))
      best = &definition;
  if (best != nullptr) return best->qualified_name;
  return record.is_part ? record.symbol : std::string();
}

Result<void> add_text_uses(const IndexRows& database, const store::SegmentChunk& info,
                           const store::ChunkText& chunk, std::string_view name,
                           std::vector<ReferenceMatch>& out) {
  // The bodies of SQL functions are texts, so their uses of names are not recorded.
  if (info.language != "sql" && !refers_to(chunk.record, name)) return {};
  CODEWEAVER_ASSIGN(const auto definitions, database.definitions_in({info.content, info.ordinal}));
  const auto lines = base::split_lines(chunk.text);
  const auto item = read_item_path(info.path);
  const auto defining = defining_lines(definitions, name, info.lines.start_line, lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = word_at(lines[i], name);
    if (!at || defining.contains(i) || is_comment(lines[i])) continue;
    const auto line = info.lines.start_line + static_cast<std::uint32_t>(i);
    out.push_back({.path = std::string(item.path),
                   .language = std::string(info.language),
                   .line = shown_lines(item, {line, line}).start_line,
                   .column = static_cast<std::uint32_t>(*at + 1),
                   .text = std::string(lines[i]),
                   .enclosing = enclosing_definition(definitions, line, chunk.record)});
  }
  return {};
}

}  // namespace codeweaver::engine
