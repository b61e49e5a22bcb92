// Chunks of a snapshot: by number, and with a score.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace codeweaver::store {

/// A chunk of a snapshot. Within a part, chunks are in path order.
struct ChunkKey {
  std::uint32_t part = 0;
  std::uint32_t chunk = 0;
  friend auto operator<=>(const ChunkKey&, const ChunkKey&) = default;
};

/// A chunk of a snapshot with a score; higher is better.
struct ScoredChunk {
  std::uint32_t part = 0;
  std::uint32_t chunk = 0;
  float score = 0;
  std::uint32_t terms = 0;  ///< lexical: bit i is set if query term i (below 32) occurs
};

}  // namespace codeweaver::store
