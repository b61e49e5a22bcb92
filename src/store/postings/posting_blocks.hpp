// Posting blocks: postings of frequent terms cut every 64 chunks, each piece with a bound of its
// scores, so that a search reads only the pieces that matter.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/rank/bm25f.hpp"
#include "store/postings/length_tables.hpp"
#include "store/postings/postings.hpp"

namespace codeweaver::store {

/// Chunks of a block: those of one word of a ChunkSet.
inline constexpr std::size_t kBlockChunks = 64;
/// In segments of fewer chunks no postings are cut: a search reads about all of them anyway.
inline constexpr std::size_t kPostingBlocksFrom = 4096;
/// Postings are cut where more than one of so many chunks holds the term. Others are two a block at
/// most: reading all of them costs as much as finding out which to read.
inline constexpr std::size_t kPostingBlocksShare = 32;

constexpr std::size_t block_count(std::size_t chunks) noexcept {
  return (chunks + kBlockChunks - 1) / kBlockChunks;
}
constexpr bool is_cut(std::size_t chunks, std::uint64_t document_frequency) noexcept {
  return chunks >= kPostingBlocksFrom && document_frequency * kPostingBlocksShare > chunks;
}

/// Options that bounds in segments are made with, whatever those of searches are or become. Part of
/// the format.
inline constexpr rank::Bm25fOptions kBoundOptions{
    {5.0F, 2.0F, 3.0F, 1.0F}, {0.3F, 0.3F, 0.6F, 0.75F}, 2.0F};

/// The postings of a term in one segment. Cut ones are: a bound for each block (one byte); for each
/// 32 blocks where the first begins (u32); for each block how far from there it begins (u16); then
/// the postings, where the first of a block counts from the block's first chunk.
class TermPostings {
 public:
  TermPostings() = default;
  /// `bytes` must be followed by kPostingsPadding readable ones. nullopt: too few.
  static std::optional<TermPostings> parse(std::string_view bytes, std::size_t chunks,
                                           std::uint64_t document_frequency);

  bool empty() const noexcept { return stream_.empty(); }
  std::size_t size_bytes() const noexcept { return stream_.size(); }
  /// 0: they are not cut.
  std::size_t blocks() const noexcept { return blocks_; }
  /// Of each block: 0 where no chunk holds the term, else what BoundTable knows.
  std::span<const std::uint8_t> bounds() const noexcept {
    return {reinterpret_cast<const std::uint8_t*>(tables_), blocks_};
  }
  /// Walks one block; of postings that are not cut, all of them.
  PostingCursor block(std::size_t block) const noexcept {
    if (blocks_ == 0) return PostingCursor(stream_);
    const std::size_t begin = begin_of(block);
    const std::size_t end = block + 1 < blocks_ ? begin_of(block + 1) : stream_.size();
    return PostingCursor(block * kBlockChunks,
                         stream_.substr(begin, end < begin ? 0 : end - begin));
  }

 private:
  friend class PostingCutter;
  static constexpr std::size_t kGroup = 32;  // blocks: less than 64 KiB of postings
  static constexpr std::size_t group_count(std::size_t blocks) noexcept {
    return (blocks + kGroup - 1) / kGroup;
  }
  /// At most the size of the stream, whatever the bytes say.
  std::size_t begin_of(std::size_t block) const noexcept;

  const char* tables_ = nullptr;
  std::size_t blocks_ = 0;
  std::string_view stream_;
};

/// Walks the postings of a term, block by block where they are cut.
class PostingWalk {
 public:
  PostingWalk() = default;
  explicit PostingWalk(const TermPostings& postings) noexcept
      : postings_(postings), cursor_(postings.block(0)) {
    settle();
  }
  /// Chunk of the current posting; PostingCursor::kEnd after the last.
  std::uint64_t chunk() const noexcept { return cursor_.chunk(); }
  FieldCounts take() noexcept {
    const FieldCounts counts = cursor_.take();
    settle();
    return counts;
  }
  void skip() noexcept {
    cursor_.skip();
    settle();
  }
  /// Moves to the first posting at `chunk` or behind, past whole blocks where they are cut.
  void skip_to(std::uint64_t chunk) noexcept {
    if (chunk / kBlockChunks > block_ && chunk / kBlockChunks < postings_.blocks()) {
      block_ = static_cast<std::size_t>(chunk / kBlockChunks);
      cursor_ = postings_.block(block_);
      settle();
    }
    while (cursor_.chunk() < chunk) skip();
  }
  /// Goes on where `ahead`, a cursor over the same uncut postings, stands if that is further on.
  void continue_from(const PostingCursor& ahead) noexcept {
    if (ahead.chunk() > cursor_.chunk()) cursor_ = ahead;
  }

 private:
  void settle() noexcept {
    while (cursor_.chunk() == PostingCursor::kEnd && block_ + 1 < postings_.blocks())
      cursor_ = postings_.block(++block_);
  }

  TermPostings postings_;
  std::size_t block_ = 0;
  PostingCursor cursor_;
};

/// Cuts postings into blocks when a segment is written.
class PostingCutter {
 public:
  /// `lengths` of all chunks of the segment must outlive this.
  PostingCutter(std::span<const std::array<std::uint16_t, rank::kFieldCount>> lengths,
                const std::array<std::uint64_t, rank::kFieldCount>& field_lengths);
  /// The cut form of these postings, which are one stream followed by kPostingsPadding readable
  /// bytes. Valid until the next call.
  std::string_view cut(std::string_view postings);

 private:
  std::span<const std::array<std::uint16_t, rank::kFieldCount>> lengths_;
  LengthTables tables_;
  std::vector<std::size_t> begins_;
  std::string bounds_, stream_, out_;
};

/// Bounds of blocks that hold a term are no lower, so that 0 is left for those that do not.
inline constexpr float kLeastBound = 1e-20F;

/// What the bounds of a segment's blocks mean for a search.
class BoundTable {
 public:
  /// `own`: statistics of the segment; `collection`: those of the search.
  BoundTable(const rank::Bm25fOptions& options, const rank::Bm25fCollection& collection,
             const rank::Bm25fCollection& own);
  /// Whether options are such that bounds exist.
  static bool applies_to(const rank::Bm25fOptions& options) noexcept;
  /// No saturated count of the term is higher, by bounds of a block.
  const std::array<float, 256>& saturated() const noexcept { return saturated_; }

 private:
  std::array<float, 256> saturated_{};
};

}  // namespace codeweaver::store
