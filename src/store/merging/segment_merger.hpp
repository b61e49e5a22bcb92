// SegmentMerger: one segment out of several, by copying what they hold.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "store/layout/segment_file.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {

/// A segment and which of its files are left out (numbers, ascending).
struct MergeInput {
  std::shared_ptr<const Segment> segment;
  std::vector<std::uint32_t> deleted_files;
};

/// A merged segment that is written and synced but not yet in its place.
struct MergedSegment {
  static constexpr std::uint32_t kDropped = UINT32_MAX;

  SegmentFile file;
  std::string name;  ///< that it has to get
  std::size_t chunks = 0;
  /// Of each input, the number that each of its files has now; kDropped: it was left out.
  std::vector<std::vector<std::uint32_t>> files;
};

/// Writes what is alive in the inputs as one segment, files in path order, beside its place in
/// `folder`. The bytes are those that SegmentBuilder makes from the same chunks, with the vectors
/// that the inputs stand for: codes are relative to the mean of a segment, so they are made again.
/// A path is alive in one input only. Memory: 16 bytes a chunk (48 with bit codes), 40 a file, 12 a
/// term, and with kFaissHnsw the graph; the rest streams. The caller holds kMergeLock of `folder`
/// until the file is in its place or given up.
/// Errors: kIo; kCorruption "SEGMENT_CORRUPT"; kInvalidArgument "DIMENSION_MISMATCH"; kUnsupported
/// "SEGMENT_TOO_LARGE"; kCancelled.
Result<MergedSegment> merge_segments(std::span<const MergeInput> inputs, std::size_t dimension,
                                     VectorIndexKind kind, const std::filesystem::path& folder,
                                     std::stop_token stop = {});

}  // namespace codeweaver::store
