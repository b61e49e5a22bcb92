// Database: blocks of contents, and partial reads: chunks, and the lines around them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/try.hpp"
#include "store/database/bytes_around.hpp"
#include "store/database/database_impl.hpp"

namespace codeweaver::store {
namespace {

// Sorts by content and chunk, so that each block is decompressed once.
std::vector<std::size_t> order_of(std::span<const ChunkPlace> places) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  return order;
}

/// The bytes of `chunk` in the block.
std::string_view text_of(const ChunkRecord& chunk, const BlockView& block) {
  const std::size_t begin = chunk.begin < block.begin ? 0 : chunk.begin - block.begin;
  if (begin >= block.text.size()) return {};
  return block.text.substr(begin, chunk.end - chunk.begin);
}

std::size_t line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  const auto part = text.substr(begin, end - begin);
  return static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
}

/// Position of byte `place` of the content in `part`.
std::size_t offset_in(const TextPart& part, std::uint32_t place) {
  return place < part.begin ? 0 : std::min<std::size_t>(place - part.begin, part.text.size());
}

Error missing_chunk(const ChunkPlace& place) {
  return {ErrorCategory::kNotFound, "CHUNK_NOT_FOUND",
          "The content " + place.content.hex() + " has no chunk " + std::to_string(place.ordinal),
          "reading the index database", "Index the project again."};
}

/// The chunk at `place`, which should be in `block`.
Result<ChunkRecord> read_chunk_at(const ChunkPlace& place, std::uint32_t first_chunk,
                                  const BlockView& block) {
  const std::uint32_t index = place.ordinal - first_chunk;
  if (index >= block.chunk_count) return missing_chunk(place);
  auto record = read_chunk(block, index);
  if (!record) return corrupt_row("a text block");
  return std::move(*record);
}

}  // namespace

Error Database::Impl::damaged_row(std::string_view what) const {
  return noted(corrupt_row(what));
}

Error Database::Impl::noted(Error error) const {
  connection.damage().add(error);
  return error;
}

Result<void> append_text(std::string& text, std::uint32_t begin, const BlockView& block) {
  if (block.begin < begin || block.begin - begin > text.size())
    return corrupt_row("an incomplete content");
  const std::size_t known = text.size() - (block.begin - begin);
  if (known < block.text.size()) text += block.text.substr(known);
  return {};
}

Result<void> Database::Impl::write_blocks(std::int64_t content, const ContentRecord& record) {
  for (const BlockCut& cut : cut_blocks(record)) {
    CODEWEAVER_ASSIGN(auto frame, compressor.compress(pack_block(record, cut)));
    auto written = connection.run("INSERT INTO blocks VALUES (?, ?)",
                                  content << kChunkBits | cut.first_chunk, Blob{frame});
    if (!written) return written;
  }
  return {};
}

Result<BlockView> Database::Impl::unpack(std::string_view frame) const {
  auto bytes = compressor.decompress(frame);
  if (!bytes) return noted(bytes.error());
  auto block = open_block(*bytes);
  if (!block) return damaged_row("a text block");
  return std::move(*block);
}

Result<void> Database::Impl::for_each_block(
    std::int64_t content, const std::function<Result<void>(const BlockView&)>& visit) const {
  const std::int64_t first = content << kChunkBits;
  Query query = connection.query("SELECT data FROM blocks WHERE id BETWEEN ? AND ? ORDER BY id",
                                 first, first + kMaxChunks - 1);
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return {};
    CODEWEAVER_ASSIGN(auto block, unpack(query.bytes(0)));
    if (auto visited = visit(block); !visited) return visited;
  }
}

Result<const Database::Impl::Block*> Database::Impl::block_of(std::int64_t content,
                                                              std::uint32_t ordinal) const {
  if (!are_blocks_kept) block_count = 0;
  const auto kept = [&](auto&& is_wanted) -> const Block* {
    for (std::size_t i = 0; i < block_count; ++i)
      if (blocks[i].content == content && is_wanted(blocks[i])) return &blocks[i];
    return nullptr;
  };
  if (const Block* block = kept([&](const Block& one) { return one.holds(ordinal); })) return block;
  const std::int64_t first = content << kChunkBits;
  Query query = connection.query(
      "SELECT id, data FROM blocks WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1", first,
      first + ordinal);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return damaged_row("an incomplete content");
  const auto chunk = static_cast<std::uint32_t>(query.integer(0) - first);
  if (const Block* block = kept([&](const Block& one) { return one.first_chunk == chunk; }))
    return block;
  return unpack_block(content, chunk, query.bytes(1));
}

Result<const Database::Impl::Block*> Database::Impl::unpack_block(std::int64_t content,
                                                                  std::uint32_t first_chunk,
                                                                  std::string_view frame) const {
  auto bytes = compressor.decompress(frame);
  if (!bytes) return noted(bytes.error());
  if (blocks.empty()) blocks.resize(kMostBlocks);
  if (block_count == 0) next_block = 0;
  const std::size_t at = next_block++ % kMostBlocks;
  Block& block = blocks[at];
  block.content = 0;  // no content has this id
  block_count = std::max(block_count, at + 1);
  block.bytes.assign(*bytes);
  auto view = open_block(block.bytes);
  if (!view) return damaged_row("a text block");
  block.view = std::move(*view);
  block.first_chunk = first_chunk;
  block.content = content;
  return &block;
}

Result<ChunkText> Database::Impl::chunk_of(const Block& block, const ChunkPlace& place) {
  CODEWEAVER_ASSIGN(auto record, read_chunk_at(place, block.first_chunk, block.view));
  const std::string_view text = text_of(record, block.view);
  return ChunkText{std::move(record), std::string(text)};
}

std::vector<Result<ChunkText>> Database::chunk_texts(std::span<const ChunkPlace> places) const {
  const Reading reading(*this);
  std::vector<Result<ChunkText>> out(places.size(), Result<ChunkText>(ChunkText{}));
  std::optional<Result<std::int64_t>> content;
  std::optional<Result<const Impl::Block*>> block;
  const ChunkPlace* last = nullptr;
  for (const std::size_t i : order_of(places)) {
    const ChunkPlace& place = places[i];
    if (last == nullptr || last->content != place.content) {
      content = impl_->existing_content_id(place.content);
      block.reset();
    }
    last = &place;
    if (!*content) {
      out[i] = content->error();
      continue;
    }
    const bool is_in_block = block && *block && (**block)->holds(place.ordinal);
    if (!is_in_block) block = impl_->block_of(**content, place.ordinal);
    out[i] = *block ? Impl::chunk_of(***block, place) : Result<ChunkText>(block->error());
    if (!out[i]) impl_->connection.damage().add(out[i].error());
  }
  return out;
}

Result<void> Database::Impl::extend_before(std::int64_t content, std::uint32_t first_chunk,
                                           std::uint32_t end, std::size_t lines,
                                           TextPart& part) const {
  const std::size_t most = bytes_around(lines);
  std::size_t bytes = offset_in(part, end);
  std::size_t ends = line_ends(part.text, 0, bytes);
  // The first line of a part may be incomplete, so one more line end is needed before the chunk.
  while (first_chunk > 0 && ends <= lines && bytes < most) {
    CODEWEAVER_ASSIGN(const auto found, block_of(content, first_chunk - 1));
    const Block* block = found;
    if (block->view.begin > part.begin || block->first_chunk >= first_chunk)
      return damaged_row("an incomplete content");
    auto text = block->view.text.substr(0, part.begin - block->view.begin);
    text.remove_prefix(text.size() - std::min(text.size(), most - bytes));
    part.text.insert(0, text);
    part.begin -= static_cast<std::uint32_t>(text.size());
    bytes += text.size();
    ends += line_ends(text, 0, text.size());
    first_chunk = block->first_chunk;
  }
  return {};
}

Result<void> Database::Impl::extend_after(std::int64_t content, std::uint32_t next_chunk,
                                          std::uint32_t begin, std::size_t lines,
                                          TextPart& part) const {
  const std::size_t most = bytes_around(lines);
  const std::size_t from = offset_in(part, begin);
  std::size_t ends = line_ends(part.text, from, part.text.size());
  while (ends <= lines && part.text.size() - from < most) {
    CODEWEAVER_ASSIGN(const auto found, block_of(content, next_chunk));
    const Block* block = found;
    if (block->first_chunk != next_chunk) return {};  // that was the last block
    const std::size_t known = part.text.size();
    if (auto added = append_text(part.text, part.begin, block->view); !added) return added;
    part.text.resize(std::min(part.text.size(), std::max(known, from + most)));
    ends += line_ends(part.text, known, part.text.size());
    next_chunk += std::max(block->view.chunk_count, 1U);
  }
  return {};
}

Result<TextPart> Database::text_around(const ChunkPlace& place, std::size_t lines) const {
  const Reading reading(*this);
  CODEWEAVER_ASSIGN(auto content, impl_->existing_content_id(place.content));
  CODEWEAVER_ASSIGN(const auto found, impl_->block_of(content, place.ordinal));
  const Impl::Block* block = found;
  const std::uint32_t first = block->first_chunk;
  CODEWEAVER_ASSIGN(const auto chunk, read_chunk_at(place, first, block->view));
  TextPart part{block->view.begin, std::string(block->view.text)};
  const std::uint32_t next = first + block->view.chunk_count;
  CODEWEAVER_TRY(impl_->extend_before(content, first, chunk.begin, lines, part));
  CODEWEAVER_TRY(impl_->extend_after(content, next, chunk.end, lines, part));
  return part;
}

}  // namespace codeweaver::store
