// Dense scores: the cosines of a few chosen chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/dense_scores.hpp"

#include <optional>

#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"

namespace codeweaver::store {

std::vector<float> score_dense(const Snapshot& snapshot, std::span<const float> query,
                               std::span<const ChunkKey> chunks) {
  const DotKernels& kernels = best_dot_kernels();
  std::vector<std::optional<QueryCodes>> codes(snapshot.parts.size());
  std::vector<float> scores(chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Segment::Impl& segment = snapshot.parts[chunks[i].part].segment->impl();
    if (segment.vectors.dimension != query.size() || !segment.with_vector.test(chunks[i].chunk) ||
        !segment.are_row_scales_intact() || !segment.are_rows_intact(chunks[i].chunk, 1) ||
        !segment.are_nibbles_intact(chunks[i].chunk))
      continue;
    auto& own = codes[chunks[i].part];
    if (!own) own = encode_query(segment.vectors, query);
    scores[i] = own->fine_score(segment.vectors, chunks[i].chunk, kernels);
  }
  return scores;
}

}  // namespace codeweaver::store
