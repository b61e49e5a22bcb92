// Chunk cache: the chunks that searches read last, unpacked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/overlay/index_rows.hpp"
#include "engine/searching/shared_cache.hpp"

namespace codeweaver::engine {

/// Contents are hashes already.
struct ChunkPlaceHash {
  std::size_t operator()(const store::ChunkPlace& place) const noexcept {
    return static_cast<std::size_t>(place.content.low + place.ordinal);
  }
};
/// A place names one chunk for ever, so nothing in it grows old.
using ChunkCache = SharedCache<store::ChunkPlace, store::ChunkText, ChunkPlaceHash>;

/// Some 15,000 chunks: those of a hundred queries that share none.
inline constexpr std::size_t kChunkCacheBytes = 64U << 20;

/// The chunks at `places`, in that order, from the cache or else from the database, which reads
/// those that lack in one go. Errors of one: as Database::chunk_texts.
std::vector<Result<ChunkCache::Pointer>> read_chunks(const IndexRows& database, ChunkCache& cache,
                                                     std::span<const store::ChunkPlace> places);

}  // namespace codeweaver::engine
