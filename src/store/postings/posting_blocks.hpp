// Posting blocks: postings cut every 64 chunks, with score bounds that let a search skip blocks.
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

#include "codeweaver/detail/bm25f.hpp"
#include "store/postings/length_tables.hpp"
#include "store/postings/postings.hpp"

namespace codeweaver::store {

/// Chunks per block; equals one word of a ChunkSet.
inline constexpr std::size_t kBlockChunks = 64;
/// Smaller segments have no cut postings: a search reads nearly all of them anyway.
inline constexpr std::size_t kPostingBlocksFrom = 4096;
/// Postings are cut if more than one in this many chunks contains the term. Rarer terms have at
/// most two postings per block; reading all of them costs as much as choosing.
inline constexpr std::size_t kPostingBlocksShare = 32;

constexpr std::size_t block_count(std::size_t chunks) noexcept {
  return (chunks + kBlockChunks - 1) / kBlockChunks;
}
constexpr bool is_cut(std::size_t chunks, std::uint64_t document_frequency) noexcept {
  return chunks >= kPostingBlocksFrom && document_frequency * kPostingBlocksShare > chunks;
}

/// Options with which the bounds in segments are computed, independent of the options of a search.
/// Part of the format.
inline constexpr rank::Bm25fOptions kBoundOptions{
    {5.0F, 2.0F, 3.0F, 1.0F}, {0.3F, 0.3F, 0.6F, 0.75F}, 2.0F};

/// The postings of a term in one segment. Cut postings consist of:
/// - a bound for each block (one byte),
/// - for each 32 blocks, the offset of the first one (u32),
/// - for each block, its offset from there (u16),
/// - the postings; the first one of a block is relative to the block's first chunk.
class TermPostings {
 public:
  TermPostings() = default;
  /// `bytes` must be followed by kPostingsPadding readable bytes. nullopt: too short.
  static std::optional<TermPostings> parse(std::string_view bytes, std::size_t chunks,
                                           std::uint64_t document_frequency);

  bool empty() const noexcept { return stream_.empty(); }
  std::size_t size_bytes() const noexcept { return stream_.size(); }
  /// 0: the postings are not cut.
  std::size_t blocks() const noexcept { return blocks_; }
  /// For each block: 0 if no chunk contains the term, else an index into BoundTable.
  std::span<const std::uint8_t> bounds() const noexcept {
    return {reinterpret_cast<const std::uint8_t*>(tables_), blocks_};
  }
  /// Walks one block; all postings if they are not cut.
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
  /// At most the size of the stream, even for damaged bytes.
  std::size_t begin_of(std::size_t block) const noexcept;

  const char* tables_ = nullptr;
  std::size_t blocks_ = 0;
  std::string_view stream_;
};

/// Walks the postings of a term, across blocks if they are cut.
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
  /// Moves to the first posting at or after `chunk`; skips whole blocks of cut postings.
  void skip_to(std::uint64_t chunk) noexcept {
    if (chunk / kBlockChunks > block_ && chunk / kBlockChunks < postings_.blocks()) {
      block_ = static_cast<std::size_t>(chunk / kBlockChunks);
      cursor_ = postings_.block(block_);
      settle();
    }
    while (cursor_.chunk() < chunk) skip();
  }
  /// Moves to the position of `ahead`, a cursor over the same uncut postings, if it is further
  /// ahead.
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
  /// The cut form of the postings, which are one stream followed by kPostingsPadding readable
  /// bytes. Valid until the next call.
  std::string_view cut(std::string_view postings);

 private:
  std::span<const std::array<std::uint16_t, rank::kFieldCount>> lengths_;
  LengthTables tables_;
  std::vector<std::size_t> begins_;
  std::string bounds_, stream_, out_;
};

/// Lowest bound of a block that contains a term; 0 means that it does not.
inline constexpr float kLeastBound = 1e-20F;

/// Converts the bounds of a segment's blocks into scores of a search.
class BoundTable {
 public:
  /// `own`: statistics of the segment; `collection`: statistics of the search.
  BoundTable(const rank::Bm25fOptions& options, const rank::Bm25fCollection& collection,
             const rank::Bm25fCollection& own);
  /// Whether bounds exist for these options.
  static bool applies_to(const rank::Bm25fOptions& options) noexcept;
  /// Indexed by a block's bound: no saturated count of the term in the block is higher.
  const std::array<float, 256>& saturated() const noexcept { return saturated_; }

 private:
  std::array<float, 256> saturated_{};
};

}  // namespace codeweaver::store
