// The order of chunks, independent of their distribution over segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tuple>

#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

/// By path, then position in the file.
inline bool comes_before(const Snapshot& snapshot, const ChunkKey& a, const ChunkKey& b) {
  if (a.part == b.part) return a.chunk < b.chunk;
  const auto first = snapshot.parts[a.part].segment->chunk(a.chunk);
  const auto second = snapshot.parts[b.part].segment->chunk(b.chunk);
  return std::tuple(first.path, first.ordinal, a) < std::tuple(second.path, second.ordinal, b);
}

}  // namespace codeweaver::store
