// Rows of an overlay in front of those of a database, or only rows in memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/overlay/index_rows.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/try.hpp"

namespace codeweaver::engine {
namespace {

using store::Database;
using store::SymbolRecord;

/// Results of `find` for paths that the overlay does not cover, at most `limit`. Calls `find` with
/// a larger limit if covered paths took too many places.
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

/// Both lists must be sorted by path.
template <class Hit>
std::vector<Hit> in_order_of_paths(std::vector<Hit> hits, std::vector<Hit> in_memory,
                                   std::size_t limit) {
  std::vector<Hit> out;
  std::ranges::merge(hits, in_memory, std::back_inserter(out), {}, &Hit::path, &Hit::path);
  if (out.size() > limit) out.resize(limit);
  return out;
}

template <class Record>
std::optional<Record> copy_of(const Record* record) {
  return record == nullptr ? std::nullopt : std::optional(*record);
}

/// The row of an overlay's file as a run would write it, with the audit of `before`.
store::FileRecord overlaid(store::FileRecord file, std::optional<store::FileRecord> before) {
  file.source_system = "local";
  if (!before) return file;
  file.source_batch_id = std::move(before->source_batch_id);
  file.git_commit = std::move(before->git_commit);
  file.git_branch = std::move(before->git_branch);
  file.git_dirty = !file.git_commit.empty();
  file.source_captured_at = std::move(before->source_captured_at);
  file.indexed_at = std::move(before->indexed_at);
  file.indexer_version = std::move(before->indexer_version);
  return file;
}

}  // namespace

std::optional<Error> IndexRows::damage() const {
  return database_ == nullptr ? std::nullopt : database_->damage();
}

Result<std::optional<store::FileRecord>> IndexRows::file(std::string_view path) const {
  if (database_ == nullptr) return copy_of(memory_->file(path));
  CODEWEAVER_ASSIGN(auto before, tree_->file(path));
  if (overlay_ == nullptr || !overlay_->covers(path)) return before;
  const auto* const own = memory_->file(path);
  if (own == nullptr) return std::optional<store::FileRecord>();
  return std::optional(overlaid(*own, std::move(before)));
}

Result<std::optional<store::ItemRecord>> IndexRows::item(std::string_view node_id) const {
  if (database_ == nullptr) return copy_of(memory_->item(node_id));
  return tree_->item(node_id);
}

Result<std::string> IndexRows::content_text(const base::Hash128& key) const {
  return is_in_memory(key) ? memory_->content_text(key) : database_->content_text(key);
}

Result<std::string> IndexRows::content_facts(const base::Hash128& key) const {
  if (is_in_memory(key)) return memory_->content_facts(key);
  return database_->content_facts(key);
}

std::vector<Result<store::ChunkText>> IndexRows::chunk_texts(
    std::span<const store::ChunkPlace> places) const {
  if (memory_ == nullptr) return database_->chunk_texts(places);
  std::vector<store::ChunkPlace> others;
  for (const auto& place : places)
    if (!is_in_memory(place.content)) others.push_back(place);
  std::vector<Result<store::ChunkText>> read;
  if (!others.empty()) read = database_->chunk_texts(others);
  std::vector<Result<store::ChunkText>> out;
  out.reserve(places.size());
  auto next = read.begin();
  for (const auto& place : places)
    out.push_back(is_in_memory(place.content) ? memory_->chunk_text(place) : std::move(*next++));
  return out;
}

Result<store::TextPart> IndexRows::text_around(const store::ChunkPlace& place,
                                               std::size_t lines) const {
  return is_in_memory(place.content) ? memory_->text_around(place, lines)
                                     : database_->text_around(place, lines);
}

Result<std::vector<SymbolRecord>> IndexRows::definitions_in(const store::ChunkPlace& place) const {
  return is_in_memory(place.content) ? memory_->definitions_in(place)
                                     : database_->definitions_in(place);
}

Result<std::vector<store::SymbolHit>> IndexRows::find_symbols(std::string_view name,
                                                              std::size_t limit) const {
  if (memory_ == nullptr) return tree_->find_symbols(name, limit);
  std::vector<store::SymbolHit> hits;
  if (overlay_ != nullptr) {
    CODEWEAVER_ASSIGN(hits,
                      find_uncovered<store::SymbolHit>(*overlay_, limit, [&](std::size_t asked) {
                        return tree_->find_symbols(name, asked);
                      }));
  }
  return in_order_of_paths(std::move(hits), memory_->find_symbols(name), limit);
}

Result<std::vector<store::DefinitionPlace>> IndexRows::find_definitions(std::string_view name,
                                                                        std::size_t limit) const {
  if (memory_ == nullptr) return tree_->find_definitions(name, limit);
  std::vector<store::DefinitionPlace> places;
  if (overlay_ != nullptr) {
    CODEWEAVER_ASSIGN(
        places, find_uncovered<store::DefinitionPlace>(*overlay_, limit, [&](std::size_t asked) {
          return tree_->find_definitions(name, asked);
        }));
  }
  return in_order_of_paths(std::move(places), memory_->find_definitions(name), limit);
}

}  // namespace codeweaver::engine
