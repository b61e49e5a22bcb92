// Posting blocks: cutting, finding a block, and bounds for other statistics.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/posting_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace codeweaver::store {
namespace {

// A bound b means that saturated counts are at most b / kScale. The last value means that there is
// no limit.
constexpr float kScale = 85.0F;
constexpr std::size_t kLast = 255;
static_assert(kScale * (kBoundOptions.k1 + 1.0F) == static_cast<float>(kLast));

/// A value that is still at least as large after a few more roundings.
constexpr float rounded_up(float value) noexcept {
  return value * 1.000002F;
}

std::uint8_t bound_of(float saturated) noexcept {
  const float bound = std::ceil(rounded_up(saturated) * kScale);
  return static_cast<std::uint8_t>(std::clamp(bound, 1.0F, static_cast<float>(kLast)));
}

template <class T>
T read_at(const char* bytes, std::size_t i) noexcept {
  T value;
  std::memcpy(&value, bytes + i * sizeof(T), sizeof value);
  return value;
}

}  // namespace

std::optional<TermPostings> TermPostings::parse(std::string_view bytes, std::size_t chunks,
                                                std::uint64_t document_frequency) {
  TermPostings out;
  out.stream_ = bytes;
  if (!is_cut(chunks, document_frequency)) return out;
  out.blocks_ = block_count(chunks);
  const std::size_t tables = out.blocks_ * (sizeof(std::uint8_t) + sizeof(std::uint16_t)) +
                             group_count(out.blocks_) * sizeof(std::uint32_t);
  if (bytes.size() < tables) return std::nullopt;
  out.tables_ = bytes.data();
  out.stream_ = bytes.substr(tables);
  return out;
}

std::size_t TermPostings::begin_of(std::size_t block) const noexcept {
  const char* groups = tables_ + blocks_;
  const char* offsets = groups + group_count(blocks_) * sizeof(std::uint32_t);
  const std::size_t begin = std::size_t{read_at<std::uint32_t>(groups, block / kGroup)} +
                            read_at<std::uint16_t>(offsets, block);
  return std::min(begin, stream_.size());
}

PostingCutter::PostingCutter(std::span<const std::array<std::uint16_t, rank::kFieldCount>> lengths,
                             const std::array<std::uint64_t, rank::kFieldCount>& field_lengths)
    : lengths_(lengths), tables_(kBoundOptions, {lengths.size(), field_lengths}) {}

std::string_view PostingCutter::cut(std::string_view postings) {
  const std::size_t blocks = block_count(lengths_.size());
  bounds_.clear();
  begins_.clear();
  stream_.clear();
  PostingCursor cursor(postings);
  for (std::size_t b = 0; b < blocks; ++b) {
    begins_.push_back(stream_.size());
    float largest = 0;
    std::uint64_t last = b * kBlockChunks;
    const std::uint64_t end = std::min(last + kBlockChunks, std::uint64_t{lengths_.size()});
    const bool is_held = cursor.chunk() < end;
    while (cursor.chunk() < end) {
      const std::uint64_t chunk = cursor.chunk();
      const FieldCounts counts = cursor.take();
      put_posting(stream_, static_cast<std::uint32_t>(chunk - last), counts);
      largest =
          std::max(largest, tables_.saturated(counts, lengths_[static_cast<std::size_t>(chunk)]));
      last = chunk;
    }
    bounds_ += static_cast<char>(is_held ? bound_of(largest) : 0);
  }
  out_ = bounds_;
  for (std::size_t b = 0; b < blocks; b += TermPostings::kGroup)
    base::put_raw(out_, static_cast<std::uint32_t>(begins_[b]));
  for (std::size_t b = 0; b < blocks; ++b)
    base::put_raw(out_,
                  static_cast<std::uint16_t>(begins_[b] - begins_[b - b % TermPostings::kGroup]));
  return out_ += stream_;
}

bool BoundTable::applies_to(const rank::Bm25fOptions& options) noexcept {
  bool applies = options.k1 > 0;
  for (std::size_t f = 0; f < rank::kFieldCount; ++f)
    applies = applies && options.weight[f] >= 0 && options.b[f] >= 0 && options.b[f] <= 1;
  return applies;
}

BoundTable::BoundTable(const rank::Bm25fOptions& options, const rank::Bm25fCollection& collection,
                       const rank::Bm25fCollection& own) {
  // The most by which a weighted count can exceed its value at the time the bound was computed. The
  // extremes are at the shortest and the longest field.
  float growth = 0;
  for (std::size_t f = 0; f < rank::kFieldCount; ++f) {
    if (own.field_lengths[f] == 0) continue;
    for (const float length : {1.0F, 65535.0F})
      growth =
          std::max(growth, rank::field_factor(options, f, length, collection.average_length(f)) /
                               rank::field_factor(kBoundOptions, f, length, own.average_length(f)));
  }
  saturated_[kLast] = rounded_up(options.k1 + 1.0F);
  for (std::size_t bound = 1; bound < kLast; ++bound) {
    const float then = static_cast<float>(bound) / kScale;
    const float count = kBoundOptions.k1 * then / (kBoundOptions.k1 + 1.0F - then);
    const float now = rounded_up(rank::saturate(options, rounded_up(count * growth)));
    saturated_[bound] = std::clamp(now, kLeastBound, saturated_[kLast]);
  }
}

}  // namespace codeweaver::store
