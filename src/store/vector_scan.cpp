// The exact-grade scan: many rows by one bit a dimension, the best of them at 8 bits, the best of
// those at 16.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>

#include "store/segment_impl.hpp"
#include "store/top_list.hpp"
#include "store/vector_index.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kGroup = 64;  // rows of one word of a ChunkSet
// Groups with fewer allowed rows are scored row by row.
constexpr int kSparseGroup = 8;
// Below one in this many rows, reading their 8-bit codes alone is faster than all bit codes.
constexpr std::size_t kSparseFilter = 16;

// How many rows the bit codes keep. Measured on code vectors, see
// docs/benchmarks/2026-11-vectors.md.
constexpr std::size_t narrowed_count(std::size_t limit) noexcept {
  return 16 * limit + 400;
}

// How many candidates of the coarse pass are scored again. The coarse error displaces a chunk by a
// few ranks; with this many, the fine pass alone decides recall.
constexpr std::size_t candidate_count(std::size_t limit) noexcept {
  return 2 * limit + 48;
}

bool holds_more_than(const ChunkSet& set, std::size_t count) noexcept {
  std::size_t total = 0;
  for (const std::uint64_t word : set.words()) {
    total += static_cast<std::size_t>(std::popcount(word));
    if (total > count) return true;
  }
  return false;
}

class VectorScan final : public VectorIndex {
 public:
  VectorScan(std::shared_ptr<const Segment> segment, const DotKernels& kernels,
             ScanStages stages) noexcept
      : segment_(std::move(segment)),
        kernels_(kernels),
        has_bits_(stages == ScanStages::kNarrowFirst && segment_->impl().vectors.bits.words != 0) {}

  VectorIndexKind kind() const noexcept override { return VectorIndexKind::kScan; }

  std::vector<ScoredChunk> search(std::span<const float> query, const ChunkSet& allowed,
                                  std::size_t limit) const override {
    const VectorView& view = segment_->impl().vectors;
    ChunkSet wanted = allowed;
    wanted &= segment_->impl().with_vector;
    const std::size_t count = narrowed_count(limit);
    if (has_bits_ && holds_more_than(wanted, std::max(2 * count, wanted.size() / kSparseFilter)))
      wanted = narrow(query, wanted, count);
    const QueryCodes codes = encode_query(view, query);
    TopList candidates(std::min(candidate_count(limit), segment_->size()), SegmentOrder{});
    scan(codes, wanted, candidates);
    TopList best(limit, SegmentOrder{});
    for (ScoredChunk candidate : std::move(candidates).take()) {
      candidate.score = codes.fine_score(view, candidate.chunk, kernels_);
      best.offer(candidate);
    }
    return std::move(best).take();
  }

 private:
  /// The `count` rows of `wanted` that the bit codes put first.
  ChunkSet narrow(std::span<const float> query, const ChunkSet& wanted, std::size_t count) const {
    const VectorView& view = segment_->impl().vectors;
    const BitQuery bits = encode_bit_query(view.mean, query);
    TopList best(count, SegmentOrder{});
    std::array<std::int32_t, kGroup> dots{};
    for (std::size_t w = 0; w < wanted.words().size(); ++w) {
      if (wanted.words()[w] == 0) continue;
      const std::size_t first = w * kGroup, rows = std::min(kGroup, segment_->size() - first);
      kernels_.bits(view.bits.block(first / kBitBlockRows),
                    (rows + kBitBlockRows - 1) / kBitBlockRows, view.bits.words, bits.planes.data(),
                    dots.data());
      for (std::size_t i = 0; i < rows; i += kBitBlockRows)
        offer_block(bits, first + i, wanted.words()[w] >> i, &dots[i], best);
    }
    ChunkSet narrowed(wanted.size(), false);
    for (const ScoredChunk& row : std::move(best).take_unordered()) narrowed.set(row.chunk, true);
    return narrowed;
  }

  /// Offers the rows of a block whose bit is set in `word` and who may still be among the best.
  void offer_block(const BitQuery& query, std::size_t first, std::uint64_t word,
                   const std::int32_t* dots, TopList<SegmentOrder>& best) const {
    const VectorView& view = segment_->impl().vectors;
    const std::size_t rows = std::min(kBitBlockRows, segment_->size() - first);
    std::array<float, kBitBlockRows> scores;
    std::uint32_t above = 0;
    for (std::size_t i = 0; i < rows; ++i)
      scores[i] = query.score(dots[i], view.bits.factors[first + i], view.biases[first + i]);
    const float threshold = best.threshold();
    for (std::size_t i = 0; i < rows; ++i)
      above |= scores[i] >= threshold ? std::uint32_t{1} << i : 0;
    for (above &= static_cast<std::uint32_t>(word); above != 0; above &= above - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(above));
      best.offer({0, static_cast<std::uint32_t>(first + i), scores[i], 0});
    }
  }

  void scan(const QueryCodes& codes, const ChunkSet& wanted,
            TopList<SegmentOrder>& candidates) const {
    const VectorView& view = segment_->impl().vectors;
    std::array<std::int32_t, kGroup> dots;
    for (std::size_t w = 0; w < wanted.words().size(); ++w) {
      const std::uint64_t word = wanted.words()[w];
      if (word == 0) continue;
      score_group(view, codes, w * kGroup, word, dots);
      for (std::uint64_t rest = word; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        const float score = codes.coarse_score(view, w * kGroup + i, dots[i]);
        if (score >= candidates.threshold())
          candidates.offer({0, static_cast<std::uint32_t>(w * kGroup + i), score, 0});
      }
    }
  }

  void score_group(const VectorView& view, const QueryCodes& codes, std::size_t first,
                   std::uint64_t word, std::array<std::int32_t, kGroup>& dots) const {
    const std::int8_t* query = codes.coarse.data();
    if (std::popcount(word) < kSparseGroup) {
      for (; word != 0; word &= word - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(word));
        kernels_.rows(view.row(first + i), 1, view.row_bytes, query, &dots[i]);
      }
      return;
    }
    const std::size_t count = std::min(kGroup, segment_->size() - first);
    kernels_.rows(view.row(first), count, view.row_bytes, query, dots.data());
  }

  std::shared_ptr<const Segment> segment_;
  const DotKernels& kernels_;
  const bool has_bits_;
};

}  // namespace

std::unique_ptr<const VectorIndex> make_vector_scan(std::shared_ptr<const Segment> segment,
                                                    const DotKernels& kernels, ScanStages stages) {
  return std::make_unique<VectorScan>(std::move(segment), kernels, stages);
}

}  // namespace codeweaver::store
