// The exact scan: every allowed row against the query at 8 bits, the best again at 16.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>

#include "store/segment_impl.hpp"
#include "store/top_list.hpp"
#include "store/vector_index.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kBlock = 64;
// Blocks with fewer allowed rows are scored row by row.
constexpr int kSparseBlock = 8;

// How many candidates of the coarse pass are scored again. The coarse error displaces a chunk by a
// few ranks; with this many, the fine pass alone decides recall.
constexpr std::size_t candidate_count(std::size_t limit) noexcept {
  return 2 * limit + 48;
}

class VectorScan final : public VectorIndex {
 public:
  VectorScan(std::shared_ptr<const Segment> segment, const DotKernels& kernels) noexcept
      : segment_(std::move(segment)), kernels_(kernels) {}

  VectorIndexKind kind() const noexcept override { return VectorIndexKind::kScan; }

  std::vector<ScoredChunk> search(std::span<const float> query, const ChunkSet& allowed,
                                  std::size_t limit) const override {
    const VectorView& view = segment_->impl().vectors;
    const QueryCodes codes = encode_query(view, query);
    TopList candidates(std::min(candidate_count(limit), segment_->size()), SegmentOrder{});
    scan(codes, allowed, candidates);
    TopList best(limit, SegmentOrder{});
    for (ScoredChunk candidate : std::move(candidates).take()) {
      candidate.score = codes.fine_score(view, candidate.chunk, kernels_);
      best.offer(candidate);
    }
    return std::move(best).take();
  }

 private:
  void scan(const QueryCodes& codes, const ChunkSet& allowed,
            TopList<SegmentOrder>& candidates) const {
    const Segment::Impl& segment = segment_->impl();
    const auto present = segment.with_vector.words();
    const auto wanted = allowed.words();
    std::array<std::int32_t, kBlock> dots;
    for (std::size_t w = 0; w < wanted.size(); ++w) {
      const std::uint64_t word = wanted[w] & present[w];
      if (word == 0) continue;
      score_block(segment.vectors, codes, w * kBlock, word, dots);
      for (std::uint64_t rest = word; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        const float score = codes.coarse_score(segment.vectors, w * kBlock + i, dots[i]);
        if (score >= candidates.threshold())
          candidates.offer({0, static_cast<std::uint32_t>(w * kBlock + i), score, 0});
      }
    }
  }

  void score_block(const VectorView& view, const QueryCodes& codes, std::size_t first,
                   std::uint64_t word, std::array<std::int32_t, kBlock>& dots) const {
    const std::int8_t* query = codes.coarse.data();
    if (std::popcount(word) < kSparseBlock) {
      for (; word != 0; word &= word - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(word));
        kernels_.rows(view.row(first + i), 1, view.row_bytes, query, &dots[i]);
      }
      return;
    }
    const std::size_t count = std::min(kBlock, segment_->size() - first);
    kernels_.rows(view.row(first), count, view.row_bytes, query, dots.data());
  }

  std::shared_ptr<const Segment> segment_;
  const DotKernels& kernels_;
};

}  // namespace

std::unique_ptr<const VectorIndex> make_vector_scan(std::shared_ptr<const Segment> segment,
                                                    const DotKernels& kernels) {
  return std::make_unique<VectorScan>(std::move(segment), kernels);
}

}  // namespace codeweaver::store
