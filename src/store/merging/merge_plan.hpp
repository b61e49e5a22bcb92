// MergePlan: which chunk of which segment comes where in a merged one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "store/layout/segment_file.hpp"
#include "store/merging/segment_merger.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/segments/vector_sections.hpp"

namespace codeweaver::store {

/// What the steps of one merge share.
struct MergePlan {
  static constexpr std::uint32_t kDropped = MergedSegment::kDropped;

  struct File {
    std::string_view path;
    std::uint32_t part = 0, file = 0;
  };
  std::span<const MergeInput> inputs;
  std::size_t dimension = 0;
  std::stop_token stop;
  std::vector<File> files;                         // in path order
  std::vector<std::vector<std::uint32_t>> chunks;  // of each input: number of each chunk now
  std::size_t chunk_count = 0;
  std::vector<std::uint8_t> has_vector;  // one a merged chunk; empty: no dimension

  const Segment::Impl& part(std::size_t i) const noexcept { return inputs[i].segment->impl(); }
  /// Calls visit(part, chunk, number now) for each chunk in its new order; false stops.
  template <class Visit>
  bool for_each_chunk(Visit&& visit) const {
    std::uint32_t number = 0;
    for (const File& file : files) {
      const auto [first, last] = inputs[file.part].segment->file_chunks(file.file);
      for (std::uint32_t chunk = first; chunk < last; ++chunk)
        if (!visit(std::size_t{file.part}, chunk, number++)) return false;
      if (stop.stop_requested()) return false;
    }
    return true;
  }
};

Error merge_cancelled();
/// An input that opened well and yet holds what no writer writes.
Error damaged_input(const Segment& segment, std::string_view what);

/// Terms and postings of all inputs, in the merged numbers, after the lengths. Errors: kCorruption,
/// kCancelled.
Result<void> merge_terms(const MergePlan& plan, SegmentFile& out);

/// Text blocks and the lists of grams of all inputs, in the merged numbers. Errors: kCorruption,
/// kCancelled.
Result<void> merge_grams(const MergePlan& plan, SegmentFile& out);

/// The vectors of all inputs, in the merged order, with cancelled merges as an error. Each walk
/// fills has_vector of the plan, which must outlive it.
VectorWalk merged_vectors(MergePlan& plan);

}  // namespace codeweaver::store
