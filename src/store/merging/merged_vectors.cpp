// Merges vectors: decodes the vectors of all inputs, which are then encoded around their new mean.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/merging/merge_plan.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::store {

VectorWalk merged_vectors(MergePlan& plan) {
  plan.has_vector.assign(plan.chunk_count, 0);
  return [&plan](const std::function<void(std::span<const float>)>& visit) -> Result<void> {
    std::vector<float> vector(plan.dimension);
    const bool whole =
        plan.for_each_chunk([&](std::size_t part, std::uint32_t chunk, std::uint32_t at) {
          const Segment::Impl& segment = plan.part(part);
          bool has_vector = segment.with_vector.test(chunk);
          if (has_vector) decode_row(segment.vectors, chunk, vector);
          has_vector = has_vector && is_usable(vector);
          plan.has_vector[at] = has_vector ? 1 : 0;
          visit(has_vector ? std::span<const float>(vector) : std::span<const float>{});
          return true;
        });
    return whole ? Result<void>() : Result<void>(merge_cancelled());
  };
}

}  // namespace codeweaver::store
