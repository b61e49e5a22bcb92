// BoundedSegments: writes any number of chunks as segments, each within a memory limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_input.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {

/// Collects files; whenever they use `memory_bytes`, it writes a segment. The split depends only on
/// the files. Memory: twice `memory_bytes` while a segment is written; unpublished chunks use their
/// memory once more.
class BoundedSegments {
 public:
  BoundedSegments(std::filesystem::path folder, std::size_t dimension, VectorIndexKind kind,
                  std::uint64_t memory_bytes);

  /// Adds the next chunk of a file, or the first of the next file.
  void add(const SegmentInput& input);
  /// Call it after each file: no segment ends within a file. Errors: kIo.
  Result<void> end_file();
  /// Names of all segments, in order; empty if there were no chunks. Errors: kIo.
  Result<std::vector<std::string>> finish() &&;
  /// Writes the chunks added since the last call. Returns the names of segments that contain
  /// everything so far: the finished ones, and the published pieces of the segment under
  /// construction. Cost: a copy of that segment on the first call, later only the new chunks.
  /// Errors: kIo; then the pieces are dropped.
  Result<std::vector<std::string>> publish();
  /// Frees the memory for publishing; call it if nothing will be published soon.
  void stop_publishing() noexcept;

 private:
  SegmentBuilder new_builder() const { return SegmentBuilder(dimension_, kind_, folder_); }
  Result<void> write();

  std::filesystem::path folder_;
  std::size_t dimension_;
  VectorIndexKind kind_;
  std::uint64_t memory_bytes_;
  std::optional<SegmentBuilder> builder_;  // none: no chunks since the last segment
  std::vector<std::string> written_;
  std::optional<SegmentBuilder> fresh_;  // chunks not published yet; none: not publishing
  std::vector<std::string> parts_;       // published pieces of the segment under construction
};

}  // namespace codeweaver::store
