// MergePlan: maps the chunks of the input segments to a merged one.
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

/// Data shared by the steps of one merge.
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
  std::vector<std::vector<std::uint32_t>> chunks;  // of each input: the new number of each chunk
  std::size_t chunk_count = 0;
  std::vector<std::uint8_t> has_vector;  // one per merged chunk; empty: no dimension

  const Segment::Impl& part(std::size_t i) const noexcept { return inputs[i].segment->impl(); }
  /// Calls visit(part, chunk, new number) for each chunk in the new order until it returns false.
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
/// The error for an input that opened without errors but contains invalid data.
Error damaged_input(const Segment& segment, std::string_view what);

/// Merges terms and postings of all inputs, with the new chunk numbers. Call it after the lengths
/// are written. Errors: kCorruption, kCancelled.
Result<void> merge_terms(const MergePlan& plan, SegmentFile& out);

/// Merges text blocks and gram lists of all inputs, with the new numbers. Errors: kCorruption,
/// kCancelled.
Result<void> merge_grams(const MergePlan& plan, SegmentFile& out);

/// Returns a function that visits the vectors of all inputs in the order of the merged chunks. Each
/// call of that function sets plan.has_vector. It fails if the merge is cancelled. `plan` must
/// outlive the function.
VectorWalk merged_vectors(MergePlan& plan);

}  // namespace codeweaver::store
