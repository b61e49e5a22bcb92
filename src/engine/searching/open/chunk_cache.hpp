// Chunk cache: the most recently read chunks, decompressed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/overlay/index_rows.hpp"
#include "engine/searching/open/shared_cache.hpp"

namespace codeweaver::engine {

/// The content is already a hash.
struct ChunkPlaceHash {
  std::size_t operator()(const store::ChunkPlace& place) const noexcept {
    return static_cast<std::size_t>(place.content.low + place.ordinal);
  }
};
/// A place always names the same chunk, so entries never become outdated.
using ChunkCache = SharedCache<store::ChunkPlace, store::ChunkText, ChunkPlaceHash>;

/// About 15,000 chunks: those of a hundred queries without common chunks.
inline constexpr std::size_t kChunkCacheBytes = 64U << 20;

/// Returns the chunks at `places`, in that order. Missing chunks are read from the database with
/// one call. Errors of each chunk: as for Database::chunk_texts.
std::vector<Result<ChunkCache::Pointer>> read_chunks(const IndexRows& database, ChunkCache& cache,
                                                     std::span<const store::ChunkPlace> places);

}  // namespace codeweaver::engine
