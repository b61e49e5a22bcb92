// Named definitions: places by name from the database, or chunks by terms; then their names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/named_definitions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/name_search.hpp"

namespace codeweaver::engine {
namespace {

using text::NameMatch;

constexpr std::size_t kMostChunks = 64;

char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

std::optional<store::ChunkKey> chunk_of(const DefinitionSource& source,
                                        const store::DefinitionPlace& place) {
  for (std::uint32_t part = 0; part < source.snapshot.parts.size(); ++part) {
    const auto& segment = *source.snapshot.parts[part].segment;
    const auto file = find_file(segment, place.path);
    if (!file) continue;
    const auto [first, last] = segment.file_chunks(*file);
    const store::ChunkKey key{part, first + place.chunk};
    if (key.chunk < last && source.allowed[part].test(key.chunk)) return key;
  }
  return std::nullopt;
}

/// The usual spellings of a folded name that is a single word.
std::vector<std::string> styles_of(const std::string& folded) {
  std::string capital = folded, upper = folded;
  capital[0] = to_upper(capital[0]);
  std::ranges::transform(upper, upper.begin(), &to_upper);
  return {folded, capital, upper, '_' + folded, "__" + folded};
}

/// Adds the definitions that begin in a chunk and match `name` with at least `least`.
Result<void> add_from(const DefinitionSource& source, const text::NamePattern& name,
                      store::ChunkKey key, NameMatch least, std::vector<NamedDefinition>& out) {
  const auto chunk = source.snapshot.parts[key.part].segment->chunk(key.chunk);
  auto definitions = source.database.definitions_in({chunk.content, chunk.ordinal});
  if (!definitions) {
    if (definitions.error().category == ErrorCategory::kNotFound) return {};
    return definitions.error();
  }
  for (auto& symbol : *definitions) {
    const auto match = name.match_last(symbol.name);
    if (match >= least && match != NameMatch::kNone &&
        name.is_qualified_by(symbol.qualified_name, shown_path(chunk.path)))
      out.push_back({key, std::move(symbol), match});
  }
  return {};
}

/// Adds the definitions named `exact` that match `name` with at least `least`.
Result<void> add_called(const DefinitionSource& source, std::string_view exact,
                        const text::NamePattern& name, NameMatch least, std::size_t limit,
                        std::vector<NamedDefinition>& out) {
  CODEWEAVER_ASSIGN(const auto places, source.database.find_definitions(exact, kMostChunks));
  std::vector<store::ChunkKey> seen;
  std::vector<NamedDefinition> found;
  for (const auto& place : places) {
    if (out.size() + found.size() >= limit) break;
    const auto key = chunk_of(source, place);
    if (!key || std::ranges::find(seen, *key) != seen.end()) continue;
    seen.push_back(*key);
    CODEWEAVER_TRY(add_from(source, name, *key, least, found));
  }
  for (auto& one : found)
    if (one.symbol.name == exact) out.push_back(std::move(one));
  return {};
}

/// Adds methods of object literals from files that define the owner: their qualified names lack the
/// variable that holds the object.
Result<void> add_object_members(const DefinitionSource& source, const text::NamePattern& name,
                                std::size_t limit, std::vector<NamedDefinition>& out) {
  if (name.owner().empty()) return {};
  CODEWEAVER_ASSIGN(const auto owners, source.database.find_definitions(name.owner(), kMostChunks));
  if (owners.empty()) return {};
  std::vector<NamedDefinition> found;
  CODEWEAVER_TRY(add_called(source, name.last(), text::NamePattern(name.last()), NameMatch::kExact,
                            limit, found));
  for (auto& one : found) {
    const auto path = source.snapshot.parts[one.chunk.part].segment->chunk(one.chunk.chunk).path;
    if (one.symbol.kind == "method" && one.symbol.qualified_name == one.symbol.name &&
        std::ranges::find(owners, path, &store::DefinitionPlace::path) != owners.end())
      out.push_back(std::move(one));
  }
  return {};
}

bool is_same(const NamedDefinition& a, const NamedDefinition& b) {
  return a.chunk == b.chunk && a.symbol.lines == b.symbol.lines && a.symbol.name == b.symbol.name;
}

/// Keeps the definitions with the strongest match; kBegins and kHolds count as equally strong.
void keep_strongest(std::vector<NamedDefinition>& found) {
  if (found.empty()) return;
  auto least = std::ranges::max(found, {}, &NamedDefinition::match).match;
  if (least == NameMatch::kBegins) least = NameMatch::kHolds;
  std::erase_if(found, [least](const NamedDefinition& one) { return one.match < least; });
}

}  // namespace

bool is_secondary(const store::SymbolRecord& symbol) {
  if (symbol.kind == "impl" || symbol.kind == "constructor") return true;
  std::string_view around = symbol.qualified_name;
  if (!around.ends_with(symbol.name)) return false;
  around.remove_suffix(symbol.name.size());
  while (!around.empty() && text::byte_class(around.back()) == text::ByteClass::kSeparator)
    around.remove_suffix(1);
  return around.ends_with(symbol.name);
}

Result<std::vector<NamedDefinition>> named_definitions(const DefinitionSource& source,
                                                       const text::NamePattern& name,
                                                       NameMatch least, std::size_t limit) {
  std::vector<NamedDefinition> out;
  if (name.last().empty()) return out;
  if (!name.is_spoken())
    CODEWEAVER_TRY(add_called(source, name.last(), name, NameMatch::kExact, limit, out));
  if (out.empty()) CODEWEAVER_TRY(add_object_members(source, name, limit, out));
  for (const auto weakest : {NameMatch::kStyle, NameMatch::kNear, NameMatch::kParts}) {
    if (!out.empty() || weakest < least) break;
    for (const auto& like :
         store::search_names(source.snapshot, name, source.allowed, kMostChunks, weakest))
      CODEWEAVER_TRY(add_from(source, name, like.key, weakest, out));
    if (weakest == NameMatch::kNear) {
      CODEWEAVER_ASSIGN(auto near, definitions_one_slip_away(source, name, limit));
      for (auto& one : near)
        if (std::ranges::none_of(out, [&](const auto& known) { return is_same(known, one); }))
          out.push_back(std::move(one));
    }
    keep_strongest(out);
  }
  if (out.size() > limit) out.resize(limit);
  return out;
}

Result<std::vector<NamedDefinition>> definitions_one_slip_away(const DefinitionSource& source,
                                                               const text::NamePattern& name,
                                                               std::size_t limit) {
  std::vector<NamedDefinition> out;
  for (const auto& meant : store::names_one_slip_away(source.snapshot, name))
    for (const auto& style : styles_of(meant))
      CODEWEAVER_TRY(add_called(source, style, name, NameMatch::kNear, limit, out));
  return out;
}

}  // namespace codeweaver::engine
