// The scan: all rows by 1-bit codes, the best of them by 8-bit codes, the best of those by 12-bit
// ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/top_list.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/vectors/score_buckets.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kGroup = 64;  // rows of one word of a ChunkSet
// Groups with fewer allowed rows are scored row by row.
constexpr int kSparseGroup = 8;
// If fewer than one in this many rows is allowed, reading their 8-bit codes is faster than reading
// all bit codes.
constexpr std::size_t kSparseFilter = 16;

// How many rows the bit codes keep. Measured on code vectors, see
// docs/benchmarks/2026-11-vectors.md.
constexpr std::size_t narrowed_count(std::size_t limit) noexcept {
  return 24 * limit + 800;
}

// How many candidates of the coarse pass are scored again. The coarse error moves a chunk by a few
// ranks. With this many candidates, recall depends only on the fine pass.
constexpr std::size_t candidate_count(std::size_t limit) noexcept {
  return 2 * limit + 48;
}

// Scattered rows that are scored together; as many more are prefetched meanwhile.
constexpr std::size_t kChosen = 16;

// Groups of bit codes that are prefetched while one is scored.
constexpr std::size_t kGroupsAhead = 8;

// Size of the sample of rows from which the scores of the best rows are estimated.
constexpr std::size_t kSampleRows = 4096;

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
    if (!is_intact()) return {};
    ChunkSet wanted = allowed;
    wanted &= segment_->impl().with_vector;
    const QueryCodes codes = encode_query(view, query);
    TopList candidates(std::min(candidate_count(limit), segment_->size()), SegmentOrder{});
    const std::size_t count = narrowed_count(limit);
    if (has_bits_ && holds_more_than(wanted, std::max(2 * count, wanted.size() / kSparseFilter)))
      scan(codes, narrow(query, wanted, count), candidates);
    else
      scan(codes, wanted, candidates);
    TopList best(limit, SegmentOrder{});
    for (ScoredChunk candidate : std::move(candidates).take()) {
      if (!segment_->impl().are_rows_intact(candidate.chunk, 1) ||
          !segment_->impl().are_nibbles_intact(candidate.chunk))
        continue;
      candidate.score = codes.fine_score(view, candidate.chunk, kernels_);
      best.offer(candidate);
    }
    return std::move(best).take();
  }

 private:
  /// Whether the sections that a search reads completely match their checksums.
  bool is_intact() const noexcept {
    const Segment::Impl& segment = segment_->impl();
    return segment.are_row_scales_intact() &&
           segment.is_intact(has_bits_ ? SectionId::kBitCodes : SectionId::kVectorRows);
  }

  /// The best `count` rows of `wanted` by bit codes, in any order.
  std::vector<ScoredChunk> narrow(std::span<const float> query, const ChunkSet& wanted,
                                  std::size_t count) const {
    const BitQuery bits = encode_bit_query(segment_->impl().vectors.mean, query);
    TopList best(count, SegmentOrder{}, likely_threshold(bits, wanted, count));
    offer_all(bits, wanted, best);
    if (!best.is_full()) {
      best = TopList(count, SegmentOrder{});
      offer_all(bits, wanted, best);
    }
    return std::move(best).take_unordered();
  }

  /// A score that about twice `count` rows of `wanted` reach, estimated from blocks spread over the
  /// segment. It avoids keeping and dropping many early rows.
  float likely_threshold(const BitQuery& query, const ChunkSet& wanted, std::size_t count) const {
    const std::size_t stride = std::max<std::size_t>(1, wanted.size() / kSampleRows);
    std::vector<float> sample;
    sample.reserve(2 * kSampleRows);
    GroupScores scores{};
    for (std::size_t first = 0; first + kBitBlockRows <= wanted.size();
         first += stride * kBitBlockRows) {
      std::uint64_t word = wanted.words()[first / kGroup] >> first % kGroup & 0xffffU;
      if (word == 0) continue;
      score_rows(query, first, kBitBlockRows, scores);
      for (; word != 0; word &= word - 1)
        sample.push_back(scores[static_cast<std::size_t>(std::countr_zero(word))]);
    }
    const std::size_t rank = 2 * count / stride;
    if (rank >= sample.size()) return -std::numeric_limits<float>::infinity();
    const ScoreBuckets buckets(sample, std::identity());
    return buckets.is_usable() ? buckets.floor_of(buckets.bucket_at(rank))
                               : -std::numeric_limits<float>::infinity();
  }

  void offer_all(const BitQuery& query, const ChunkSet& wanted, TopList<SegmentOrder>& best) const {
    GroupScores scores{};
    for (std::size_t w = 0; w < wanted.words().size(); ++w) {
      if (wanted.words()[w] == 0) continue;
      const std::size_t first = w * kGroup;
      prefetch_group(first + kGroupsAhead * kGroup);
      score_rows(query, first, std::min(kGroup, wanted.size() - first), scores);
      for (std::uint64_t rest =
               kernels_.reaching(scores.data(), best.threshold()) & wanted.words()[w];
           rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        best.offer({0, static_cast<std::uint32_t>(first + i), scores[i], 0});
      }
    }
  }

  using GroupScores = std::array<float, kGroup>;

  /// Prefetches the data that score_rows() reads for a group. The hardware prefetcher is too slow
  /// for these codes and stops at the end of each page.
  void prefetch_group(std::size_t first) const noexcept {
    if (first + kGroup > segment_->size()) return;
    const VectorView& view = segment_->impl().vectors;
    prefetch(view.bits.block(first / kBitBlockRows),
             kGroup * view.bits.words * sizeof(std::uint32_t));
    prefetch(view.bits.factors.data() + first, kGroup * sizeof(float));
    prefetch(view.biases.data() + first, kGroup * sizeof(float));
  }

  /// Scores `count` rows by their bit codes. The first row must begin a block.
  void score_rows(const BitQuery& query, std::size_t first, std::size_t count,
                  GroupScores& scores) const noexcept {
    const VectorView& view = segment_->impl().vectors;
    std::array<std::int32_t, kGroup> dots;
    kernels_.bits(view.bits.block(first / kBitBlockRows),
                  (count + kBitBlockRows - 1) / kBitBlockRows, view.bits.words, query.planes.data(),
                  dots.data());
    const float* factors = view.bits.factors.data() + first;
    const float* biases = view.biases.data() + first;
    if (count == kGroup)
      return kernels_.bit_scores(query, dots.data(), factors, biases, scores.data());
    for (std::size_t i = 0; i < count; ++i) scores[i] = query.score(dots[i], factors[i], biases[i]);
  }

  /// Prefetches the data for the coarse score of a row.
  void prefetch_row(std::size_t row) const noexcept {
    const VectorView& view = segment_->impl().vectors;
    prefetch(view.row(row), view.row_bytes);
    prefetch(view.scales.data() + row, sizeof(float));
    prefetch(view.biases.data() + row, sizeof(float));
  }

  void scan(const QueryCodes& codes, std::span<const ScoredChunk> rows,
            TopList<SegmentOrder>& candidates) const {
    const VectorView& view = segment_->impl().vectors;
    std::array<std::uint32_t, kChosen> chosen;
    std::array<std::int32_t, kChosen> dots;
    for (std::size_t begin = 0; begin < rows.size(); begin += kChosen) {
      const std::size_t count = std::min(kChosen, rows.size() - begin);
      for (std::size_t i = 0; i < count; ++i) chosen[i] = rows[begin + i].chunk;
      for (std::size_t i = begin + kChosen; i < std::min(begin + 2 * kChosen, rows.size()); ++i)
        prefetch_row(rows[i].chunk);
      kernels_.chosen_rows(view.rows, chosen.data(), count, view.row_bytes, codes.coarse.data(),
                           dots.data());
      for (std::size_t i = 0; i < count; ++i)
        if (segment_->impl().are_rows_intact(chosen[i], 1))
          candidates.offer({0, chosen[i], codes.coarse_score(view, chosen[i], dots[i]), 0});
    }
  }

  void scan(const QueryCodes& codes, const ChunkSet& wanted,
            TopList<SegmentOrder>& candidates) const {
    const VectorView& view = segment_->impl().vectors;
    std::array<std::int32_t, kGroup> dots;
    for (std::size_t w = 0; w < wanted.words().size(); ++w) {
      const std::uint64_t word = wanted.words()[w];
      if (word == 0 || !are_rows_intact(w * kGroup)) continue;
      score_group(view, codes, w * kGroup, word, dots);
      for (std::uint64_t rest = word; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        const float score = codes.coarse_score(view, w * kGroup + i, dots[i]);
        if (score >= candidates.threshold())
          candidates.offer({0, static_cast<std::uint32_t>(w * kGroup + i), score, 0});
      }
    }
  }

  /// Checks all rows of a group, even those that are not read.
  bool are_rows_intact(std::size_t first) const noexcept {
    return !has_bits_ ||
           segment_->impl().are_rows_intact(first, std::min(kGroup, segment_->size() - first));
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
