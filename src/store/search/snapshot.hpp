// Snapshot (in memory, not a snapshot file): open segments of a generation and their live chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/result.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::store {

using rank::kFieldCount;

class VectorIndex;

/// The segments of one committed state with their live chunks. Created by make_snapshot().
struct Snapshot {
  struct Part {
    std::shared_ptr<const Segment> segment;
    ChunkSet live;                               ///< chunks not deleted since
    std::shared_ptr<const VectorIndex> vectors;  ///< null: no vectors in the segment
  };
  std::uint64_t generation = 0;
  std::vector<Part> parts;
  std::size_t live_chunks = 0;
  std::array<std::uint64_t, kFieldCount> field_lengths{};  ///< number of terms in live chunks
  /// Number of chunks that contain each term, if `parts` are only a few chunks of a larger
  /// collection. This map, live_chunks and field_lengths then describe the whole collection. If the
  /// map is null or does not have a term, the chunks in `parts` are counted.
  std::shared_ptr<const std::map<std::string, std::uint64_t, std::less<>>> frequencies{};
};

/// Opens every segment of the manifest; shares the segments that `previous` has open. If a commit
/// deletes a segment during the call, reads the newer manifest. Errors: as read_manifest() and
/// Segment::open(), kUnsupported (kFaissHnsw and a segment without a graph).
Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Snapshot* previous = nullptr,
                                                      std::string_view name = kManifestName);
/// The same for a manifest in memory. Errors: also kNotFound (a segment was deleted).
Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Manifest& manifest,
                                                      const Snapshot* previous = nullptr);
/// Returns a snapshot of `parts`. Opens the vector indexes of parts that have none.
Result<std::shared_ptr<const Snapshot>> make_snapshot(std::uint64_t generation,
                                                      std::vector<Snapshot::Part> parts,
                                                      VectorIndexKind kind);

}  // namespace codeweaver::store
