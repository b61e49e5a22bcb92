// Rows of an overlay before those of the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/overlay/index_rows.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "store/database/bytes_around.hpp"

namespace codeweaver::engine {
namespace {

using store::ContentRecord;
using store::Database;
using store::SymbolRecord;

Error no_such_chunk(const store::ChunkPlace& place) {
  return {ErrorCategory::kNotFound, "NOT_FOUND",
          "There is no chunk " + std::to_string(place.ordinal) + " of " + place.content.hex(),
          "reading an overlay", ""};
}

Result<store::ChunkText> chunk_of_overlay(const ContentRecord& content,
                                          const store::ChunkPlace& place) {
  if (place.ordinal >= content.chunks.size()) return no_such_chunk(place);
  const auto& chunk = content.chunks[place.ordinal];
  return store::ChunkText{chunk, content.text.substr(chunk.begin, chunk.end - chunk.begin)};
}

bool is_called(const SymbolRecord& symbol, std::string_view name) {
  return symbol.name == name || symbol.qualified_name == name;
}

/// What `find` returns for paths that the overlay does not cover, at most `limit`; it is asked for
/// more where covered ones took the room of others.
template <class Hit, class Find>
Result<std::vector<Hit>> find_uncovered(const OverlayLayer& overlay, std::size_t limit, Find find) {
  for (std::size_t asked = limit;; asked *= 2) {
    CODEWEAVER_ASSIGN(auto hits, find(asked));
    const bool are_all = hits.size() < asked;
    std::erase_if(hits, [&](const Hit& hit) { return overlay.covers(hit.path); });
    if (!are_all && hits.size() < limit && asked <= SIZE_MAX / 2) continue;
    if (hits.size() > limit) hits.resize(limit);
    return hits;
  }
}

/// Puts the hits of an overlay among the others, both in order of paths.
template <class Hit>
std::vector<Hit> in_order_of_paths(std::vector<Hit> hits, std::vector<Hit> overlaid,
                                   std::size_t limit) {
  std::vector<Hit> out;
  std::ranges::merge(hits, overlaid, std::back_inserter(out), {}, &Hit::path, &Hit::path);
  if (out.size() > limit) out.resize(limit);
  return out;
}

}  // namespace

Result<std::optional<store::FileRecord>> IndexRows::file(std::string_view path) const {
  CODEWEAVER_ASSIGN(auto before, database_->file(path));
  if (overlay_ == nullptr || !overlay_->covers(path)) return before;
  const auto& overlaid = overlay_->files().find(path)->second;
  if (!overlaid) return std::optional<store::FileRecord>();
  auto out = overlaid->file;
  out.source_system = "local";
  if (!before) return std::optional(std::move(out));
  out.source_batch_id = std::move(before->source_batch_id);
  out.git_commit = std::move(before->git_commit);
  out.git_branch = std::move(before->git_branch);
  out.git_dirty = !out.git_commit.empty();
  out.source_captured_at = std::move(before->source_captured_at);
  out.indexed_at = std::move(before->indexed_at);
  out.indexer_version = std::move(before->indexer_version);
  return std::optional(std::move(out));
}

Result<std::string> IndexRows::content_text(const base::Hash128& key) const {
  if (const auto* const own = overlaid(key)) return own->text;
  return database_->content_text(key);
}

std::vector<Result<store::ChunkText>> IndexRows::chunk_texts(
    std::span<const store::ChunkPlace> places) const {
  if (overlay_ == nullptr) return database_->chunk_texts(places);
  std::vector<store::ChunkPlace> others;
  for (const auto& place : places)
    if (overlaid(place.content) == nullptr) others.push_back(place);
  auto read = database_->chunk_texts(others);
  std::vector<Result<store::ChunkText>> out;
  out.reserve(places.size());
  auto next = read.begin();
  for (const auto& place : places) {
    const auto* const own = overlaid(place.content);
    out.push_back(own != nullptr ? chunk_of_overlay(*own, place) : std::move(*next++));
  }
  return out;
}

Result<store::TextPart> IndexRows::text_around(const store::ChunkPlace& place,
                                               std::size_t lines) const {
  const auto* const own = overlaid(place.content);
  if (own == nullptr) return database_->text_around(place, lines);
  if (place.ordinal >= own->chunks.size()) return no_such_chunk(place);
  const auto& chunk = own->chunks[place.ordinal];
  const auto around = static_cast<std::uint32_t>(store::bytes_around(lines));
  const std::uint32_t begin = chunk.begin - std::min(chunk.begin, around);
  return store::TextPart{begin, own->text.substr(begin, chunk.end - begin + around)};
}

Result<std::vector<SymbolRecord>> IndexRows::definitions_in(const store::ChunkPlace& place) const {
  const auto* const own = overlaid(place.content);
  if (own == nullptr) return database_->definitions_in(place);
  std::vector<SymbolRecord> out;
  for (const auto& symbol : own->symbols)
    if (symbol.chunk == place.ordinal) out.push_back(symbol);
  std::ranges::stable_sort(out, {}, [](const SymbolRecord& symbol) {
    return std::pair(symbol.lines.start_line, ~symbol.lines.end_line);
  });
  return out;
}

Result<std::vector<Database::SymbolHit>> IndexRows::find_symbols(std::string_view name,
                                                                 std::size_t limit) const {
  if (overlay_ == nullptr) return database_->find_symbols(name, limit);
  CODEWEAVER_ASSIGN(auto hits,
                    find_uncovered<Database::SymbolHit>(*overlay_, limit, [&](std::size_t asked) {
                      return database_->find_symbols(name, asked);
                    }));
  std::vector<Database::SymbolHit> own;
  for (const auto& [path, file] : overlay_->files()) {
    if (!file) continue;
    const auto first = static_cast<std::ptrdiff_t>(own.size());
    for (const auto& symbol : file->content.symbols)
      if (is_called(symbol, name)) own.push_back({path, symbol});
    std::stable_sort(own.begin() + first, own.end(), [](const auto& a, const auto& b) {
      return std::pair(a.symbol.chunk, a.symbol.lines.start_line) <
             std::pair(b.symbol.chunk, b.symbol.lines.start_line);
    });
  }
  return in_order_of_paths(std::move(hits), std::move(own), limit);
}

Result<std::vector<Database::DefinitionPlace>> IndexRows::find_definitions(
    std::string_view name, std::size_t limit) const {
  if (overlay_ == nullptr) return database_->find_definitions(name, limit);
  CODEWEAVER_ASSIGN(auto places, find_uncovered<Database::DefinitionPlace>(
                                     *overlay_, limit, [&](std::size_t asked) {
                                       return database_->find_definitions(name, asked);
                                     }));
  std::vector<Database::DefinitionPlace> own;
  for (const auto& [path, file] : overlay_->files()) {
    if (!file) continue;
    std::vector<std::uint32_t> chunks;
    for (const auto& symbol : file->content.symbols)
      if (is_called(symbol, name)) chunks.push_back(symbol.chunk);
    std::ranges::sort(chunks);
    chunks.erase(std::ranges::unique(chunks).begin(), chunks.end());
    for (const auto chunk : chunks) own.push_back({path, chunk});
  }
  return in_order_of_paths(std::move(places), std::move(own), limit);
}

}  // namespace codeweaver::engine
