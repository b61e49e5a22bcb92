// BoundedSegments: any number of chunks as segments that each fit a share of memory.
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

/// Collects files; whenever they take `memory_bytes`, they become a segment. Where one ends depends
/// on the files alone. Memory: twice `memory_bytes` while a segment is written.
class BoundedSegments {
 public:
  BoundedSegments(std::filesystem::path folder, std::size_t dimension, VectorIndexKind kind,
                  std::uint64_t memory_bytes);

  /// The next chunk of a file, or the first of the next file.
  void add(const SegmentInput& input);
  /// Call after each file: no segment ends within one. Errors: kIo.
  Result<void> end_file();
  /// Names of all segments, in order; none without chunks. Errors: kIo.
  Result<std::vector<std::string>> finish() &&;
  /// The same of what was added so far, with a copy of the segment under construction as the last.
  Result<std::vector<std::string>> write_copy() const;

 private:
  Result<void> write();

  std::filesystem::path folder_;
  std::size_t dimension_;
  VectorIndexKind kind_;
  std::uint64_t memory_bytes_;
  std::optional<SegmentBuilder> builder_;  // none: nothing since the last segment
  std::vector<std::string> written_;
};

}  // namespace codeweaver::store
