// Named definitions: places by name from the database, else chunks by terms; then the names there.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/named_definitions.hpp"

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

std::optional<store::ChunkKey> chunk_of(const DefinitionSource& source,
                                        const store::Database::DefinitionPlace& place) {
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

/// Adds the definitions that begin in a chunk and match, `least` at the weakest.
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

/// What is named as asked for; of the rest the strongest, parts of names together.
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
  CODEWEAVER_ASSIGN(const auto places, source.database.find_definitions(name.last(), kMostChunks));
  std::vector<store::ChunkKey> seen;
  for (const auto& place : places) {
    const auto key = chunk_of(source, place);
    if (!key || std::ranges::find(seen, *key) != seen.end()) continue;
    seen.push_back(*key);
    CODEWEAVER_TRY(add_from(source, name, *key, NameMatch::kExact, out));
    if (out.size() >= limit) break;
  }
  for (const auto weakest : {NameMatch::kStyle, NameMatch::kNear}) {
    if (!out.empty() || weakest < least) break;
    for (const auto& like :
         store::search_names(source.snapshot, name, source.allowed, kMostChunks, weakest))
      CODEWEAVER_TRY(add_from(source, name, like.key, weakest, out));
    keep_strongest(out);
  }
  if (out.size() > limit) out.resize(limit);
  return out;
}

}  // namespace codeweaver::engine
