// Rows of files in memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/memory_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "store/database/bytes_around.hpp"

namespace codeweaver::engine {
namespace {

using store::ContentRecord;
using store::Database;
using store::SymbolRecord;

Error not_in_memory(const std::string& what) {
  return {ErrorCategory::kNotFound, "NOT_FOUND", "There is no " + what, "reading files in memory",
          ""};
}

bool is_called(const SymbolRecord& symbol, std::string_view name) {
  return symbol.name == name || symbol.qualified_name == name;
}

template <class Map, class Key>
auto find_in(const Map& map, const Key& key) -> typename Map::mapped_type {
  const auto at = map.find(key);
  return at == map.end() ? typename Map::mapped_type{} : at->second;
}

}  // namespace

void MemoryRows::add(const store::FileRecord& file, const ContentRecord* content,
                     const store::ItemRecord* item) {
  files_.emplace(file.path, Held{&file, content});
  if (content != nullptr) contents_.emplace(content->key, content);
  if (item != nullptr) items_.emplace(item->node_id, item);
}

const store::FileRecord* MemoryRows::file(std::string_view path) const {
  return find_in(files_, path).file;
}

const store::ItemRecord* MemoryRows::item(std::string_view node_id) const {
  return find_in(items_, node_id);
}

const ContentRecord* MemoryRows::content(const base::Hash128& key) const {
  return find_in(contents_, key);
}

Result<const ContentRecord*> MemoryRows::content_of(const store::ChunkPlace& place) const {
  const auto* const own = content(place.content);
  if (own == nullptr || place.ordinal >= own->chunks.size())
    return not_in_memory("chunk " + std::to_string(place.ordinal) + " of " + place.content.hex());
  return own;
}

Result<std::string> MemoryRows::content_text(const base::Hash128& key) const {
  const auto* const own = content(key);
  if (own == nullptr) return not_in_memory("content " + key.hex());
  return own->text;
}

std::string MemoryRows::content_facts(const base::Hash128& key) const {
  const auto* const own = content(key);
  return own == nullptr ? std::string() : own->facts;
}

Result<store::ChunkText> MemoryRows::chunk_text(const store::ChunkPlace& place) const {
  CODEWEAVER_ASSIGN(const auto* const own, content_of(place));
  const auto& chunk = own->chunks[place.ordinal];
  return store::ChunkText{chunk, own->text.substr(chunk.begin, chunk.end - chunk.begin)};
}

Result<store::TextPart> MemoryRows::text_around(const store::ChunkPlace& place,
                                                std::size_t lines) const {
  CODEWEAVER_ASSIGN(const auto* const own, content_of(place));
  const auto& chunk = own->chunks[place.ordinal];
  const auto around = static_cast<std::uint32_t>(store::bytes_around(lines));
  const std::uint32_t begin = chunk.begin - std::min(chunk.begin, around);
  return store::TextPart{begin, own->text.substr(begin, chunk.end - begin + around)};
}

Result<std::vector<SymbolRecord>> MemoryRows::definitions_in(const store::ChunkPlace& place) const {
  CODEWEAVER_ASSIGN(const auto* const own, content_of(place));
  std::vector<SymbolRecord> out;
  for (const auto& symbol : own->symbols)
    if (symbol.chunk == place.ordinal) out.push_back(symbol);
  std::ranges::stable_sort(out, {}, [](const SymbolRecord& symbol) {
    return std::pair(symbol.lines.start_line, ~symbol.lines.end_line);
  });
  return out;
}

std::vector<store::SymbolHit> MemoryRows::find_symbols(std::string_view name) const {
  std::vector<store::SymbolHit> out;
  for (const auto& [path, held] : files_) {
    if (held.content == nullptr) continue;
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (const auto& symbol : held.content->symbols)
      if (is_called(symbol, name)) out.push_back({std::string(path), symbol});
    std::stable_sort(out.begin() + first, out.end(), [](const auto& a, const auto& b) {
      return std::pair(a.symbol.chunk, a.symbol.lines.start_line) <
             std::pair(b.symbol.chunk, b.symbol.lines.start_line);
    });
  }
  return out;
}

std::vector<store::DefinitionPlace> MemoryRows::find_definitions(std::string_view name) const {
  std::vector<store::DefinitionPlace> out;
  for (const auto& [path, held] : files_) {
    if (held.content == nullptr) continue;
    std::vector<std::uint32_t> chunks;
    for (const auto& symbol : held.content->symbols)
      if (is_called(symbol, name)) chunks.push_back(symbol.chunk);
    std::ranges::sort(chunks);
    chunks.erase(std::ranges::unique(chunks).begin(), chunks.end());
    for (const auto chunk : chunks) out.push_back({std::string(path), chunk});
  }
  return out;
}

}  // namespace codeweaver::engine
