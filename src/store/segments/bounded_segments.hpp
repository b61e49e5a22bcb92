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
/// on the files alone. Memory: twice `memory_bytes` while a segment is written; what is published
/// on the way waits there once more.
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
  /// Writes what was added since the last call, and returns the names of segments that hold all of
  /// it: those of finish(), and of the one under construction the parts that were written. Cost:
  /// the first time a copy of that one, later what is new. Errors: kIo; nothing is kept then.
  Result<std::vector<std::string>> publish();
  /// Nothing will be published any more, or not soon.
  void stop_publishing() noexcept;

 private:
  SegmentBuilder new_builder() const { return SegmentBuilder(dimension_, kind_, folder_); }
  Result<void> write();

  std::filesystem::path folder_;
  std::size_t dimension_;
  VectorIndexKind kind_;
  std::uint64_t memory_bytes_;
  std::optional<SegmentBuilder> builder_;  // none: nothing since the last segment
  std::vector<std::string> written_;
  std::optional<SegmentBuilder> fresh_;  // what was not published; none: nothing was
  std::vector<std::string> parts_;       // of what is under construction, as published
};

}  // namespace codeweaver::store
