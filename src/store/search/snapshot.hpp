// Snapshot: the open segments of one generation and their live chunks.
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

#include "codeweaver/rank/bm25f.hpp"
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
  /// Used if the parts are a few chunks of a larger collection: how many of its chunks contain each
  /// term. The statistics above then cover the collection, too. If it is null or lacks a term, the
  /// parts are counted.
  std::shared_ptr<const std::map<std::string, std::uint64_t, std::less<>>> frequencies{};
};

/// Opens every segment of the manifest; shares the segments that `previous` has open. If a commit
/// removes a segment meanwhile, it reads the newer manifest. Errors: as read_manifest() and
/// Segment::open(), kUnsupported (kFaissHnsw and a segment without a graph).
Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Snapshot* previous = nullptr,
                                                      std::string_view name = kManifestName);
/// The same for a manifest in memory. Errors: also kNotFound (a segment was deleted).
Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Manifest& manifest,
                                                      const Snapshot* previous = nullptr);
/// A snapshot of `parts` (segment and live set); opens missing vector indexes.
Result<std::shared_ptr<const Snapshot>> make_snapshot(std::uint64_t generation,
                                                      std::vector<Snapshot::Part> parts,
                                                      VectorIndexKind kind);

}  // namespace codeweaver::store
