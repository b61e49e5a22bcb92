// SegmentMerger: merges several segments into one by copying their data.
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

/// A segment and the files to leave out (indexes, ascending).
struct MergeInput {
  std::shared_ptr<const Segment> segment;
  std::vector<std::uint32_t> deleted_files;
};

/// A merged segment that is written and synced, but not yet in its place.
struct MergedSegment {
  static constexpr std::uint32_t kDropped = UINT32_MAX;

  SegmentFile file;
  std::string name;  ///< its final file name
  std::size_t chunks = 0;
  /// For each input, the new index of each of its files; kDropped: not in the output.
  std::vector<std::vector<std::uint32_t>> files;
};

/// Writes the live files of the inputs as one segment, in path order, to a temporary file in
/// `folder`.
/// - The bytes equal the output of SegmentBuilder for the same chunks and the decoded vectors of
///   the inputs. Codes are relative to the mean of a segment, so they are computed again.
/// - A path must be live in one input only.
/// - Memory: 16 bytes per chunk (48 with bit codes), 40 per file, 12 per term, and the graph for
///   kFaissHnsw; the rest is streamed.
/// - The caller holds kMergeLock of `folder` until it has moved or dropped the file.
/// - Errors: kIo; kCorruption "SEGMENT_CORRUPT"; kInvalidArgument "DIMENSION_MISMATCH";
///   kUnsupported "SEGMENT_TOO_LARGE"; kCancelled.
Result<MergedSegment> merge_segments(std::span<const MergeInput> inputs, std::size_t dimension,
                                     VectorIndexKind kind, const std::filesystem::path& folder,
                                     std::stop_token stop = {});

}  // namespace codeweaver::store
