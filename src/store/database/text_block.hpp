// Text blocks: runs of a content's chunks with their text, the unit that is compressed and read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/database/database.hpp"

namespace codeweaver::store {

/// Which chunks and symbols of a content, and which bytes of its text, one block holds.
struct BlockCut {
  std::uint32_t first_chunk = 0, last_chunk = 0;  ///< half-open
  std::uint32_t begin = 0, end = 0;               ///< bytes of the text
  std::vector<std::uint32_t> symbols;             ///< those of its chunks; ordinals
};

/// Cuts a content where chunks begin, into blocks of about 4 KB or of one larger chunk. In order
/// they cover the text; the bytes that two chunks share may be in two blocks. At least one.
std::vector<BlockCut> cut_blocks(const ContentRecord& content);

/// One block as bytes, see docs/internals/index_format.md.
std::string pack_block(const ContentRecord& content, const BlockCut& cut);
/// All of those bytes that follow the text: for who has that elsewhere.
std::string pack_records(const ContentRecord& content, const BlockCut& cut);

/// A block in place: views into the bytes it was opened from.
struct BlockView {
  std::uint32_t begin = 0;  ///< of `text` in the content's
  std::string_view text;
  std::vector<std::string_view> strings;  ///< that symbols and chunks name by number
  bool numbers_new_strings = true;        ///< 0 names the next one not named yet
  std::uint32_t symbol_count = 0, chunk_count = 0;
  std::string_view records;  ///< of the symbols, then of the chunks
};
/// nullopt: damaged.
std::optional<BlockView> open_block(std::string_view bytes);
/// The same of what pack_records() made, with the text of the block, which begins at `begin`.
std::optional<BlockView> open_records(std::string_view bytes, std::uint32_t begin,
                                      std::string_view text);

/// A symbol with its place among those of its content.
struct PlacedSymbol {
  std::uint32_t ordinal = 0;
  SymbolRecord symbol;
};
/// All symbols of the block; nullopt: damaged.
std::optional<std::vector<PlacedSymbol>> read_symbols(const BlockView& block);
/// All chunks of the block; nullopt: damaged.
std::optional<std::vector<ChunkRecord>> read_chunks(const BlockView& block);
/// The chunk at `index` of the block; nullopt: damaged, or it has no such chunk.
std::optional<ChunkRecord> read_chunk(const BlockView& block, std::uint32_t index);

}  // namespace codeweaver::store
