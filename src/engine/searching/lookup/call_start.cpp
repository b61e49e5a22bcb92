// Call start: a path or a place if such a file is indexed, otherwise a name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/call_start.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "base/try.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/searching/lookup/source_places.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"
#include "engine/state/snapshot_facts.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostStarts = 200;

/// The place that the text names in an indexed file.
std::optional<SourcePlace> indexed_place(const SearchContext& context, std::string_view start) {
  auto place = read_place(start);
  if (!place) return std::nullopt;
  if (place->file.starts_with("./")) place->file.erase(0, 2);
  if (!live_content(context.snapshot, place->file)) return std::nullopt;
  return place;
}

/// Sections of documents call nothing.
void leave_out_sections(std::vector<SymbolMatch>& definitions) {
  const auto is_section = [](const SymbolMatch& one) { return one.kind == "section"; };
  if (!std::ranges::all_of(definitions, is_section)) std::erase_if(definitions, is_section);
}

/// True if the lines contain one of a definition that is not in one of its parts. `parts`: the
/// definitions after it, by line, outer ones first.
bool touches(Span lines, const SymbolMatch& definition, std::span<const SymbolMatch> parts) {
  auto line = std::max(lines.start_line, definition.lines.start_line);
  const auto end = std::min(lines.end_line, definition.lines.end_line);
  for (const auto& part : parts) {
    if (line > end || part.lines.start_line > line) break;
    if (part.lines.end_line <= definition.lines.end_line)
      line = std::max(line, part.lines.end_line + 1);
  }
  return line <= end;
}

}  // namespace

Result<CallStart> call_start(const SearchContext& context, std::string_view start) {
  CallStart out;
  const auto place = indexed_place(context, start);
  out.is_area = place && place->line == 0;
  if (!place) {
    CODEWEAVER_ASSIGN(out.definitions,
                      find_spelled_symbols(context.snapshot, context.database, start, kMostStarts));
    leave_out_sections(out.definitions);
  } else if (place->line == 0) {
    CODEWEAVER_ASSIGN(out.definitions, definitions_in(context, place->file));
  } else {
    CODEWEAVER_ASSIGN(auto around, definitions_at(context, place->file, {&place->line, 1}));
    if (around.front()) out.definitions.push_back(std::move(*around.front()));
  }
  return out;
}

Result<CallStart> call_start(const SearchContext& context, const LineFilter& lines) {
  CallStart out{.definitions = {}, .is_area = true};
  for (const auto& [path, spans] : lines) {
    CODEWEAVER_ASSIGN(const auto all, definitions_in(context, path));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto parts = std::span(all).subspan(i + 1);
      if (std::ranges::any_of(spans, [&](Span one) { return touches(one, all[i], parts); }))
        out.definitions.push_back(all[i]);
    }
  }
  return out;
}

}  // namespace codeweaver::engine
