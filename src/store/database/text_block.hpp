// Text blocks: runs of a content's chunks with their text; the unit of compression and reading.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/database/database.hpp"

namespace codeweaver::store {

/// The chunks, symbols and text bytes of one block.
struct BlockCut {
  std::uint32_t first_chunk = 0, last_chunk = 0;  ///< half-open range
  std::uint32_t begin = 0, end = 0;               ///< bytes of the text
  std::vector<std::uint32_t> symbols;             ///< symbols of its chunks; ordinals
};

/// Cuts a content at chunk starts into blocks of about 4 KB, or of one larger chunk. In order, they
/// cover the text. Bytes shared by two chunks may be in two blocks. Returns at least one block.
std::vector<BlockCut> cut_blocks(const ContentRecord& content);

/// Encodes one block, see docs/internals/index_format.md.
std::string pack_block(const ContentRecord& content, const BlockCut& cut);
/// Encodes only the part of a block after its text, for callers that store the text elsewhere.
std::string pack_records(const ContentRecord& content, const BlockCut& cut);

/// A decoded block: views into its bytes.
struct BlockView {
  std::uint32_t begin = 0;  ///< position of `text` in the content's text
  std::string_view text;
  std::vector<std::string_view> strings;  ///< symbols and chunks refer to them by number
  bool numbers_new_strings = true;        ///< number 0 means the next string not used yet
  std::uint32_t symbol_count = 0, chunk_count = 0;
  std::string_view records;  ///< of the symbols, then of the chunks
};
/// nullopt: damaged.
std::optional<BlockView> open_block(std::string_view bytes);
/// Decodes the output of pack_records(). `text` is the block's text, which starts at `begin`.
std::optional<BlockView> open_records(std::string_view bytes, std::uint32_t begin,
                                      std::string_view text);

/// A symbol with its ordinal in the content.
struct PlacedSymbol {
  std::uint32_t ordinal = 0;
  SymbolRecord symbol;
};
/// All symbols of the block; nullopt: damaged.
std::optional<std::vector<PlacedSymbol>> read_symbols(const BlockView& block);
/// All chunks of the block; nullopt: damaged.
std::optional<std::vector<ChunkRecord>> read_chunks(const BlockView& block);
/// The chunk at `index` of the block; nullopt: damaged, or no such chunk.
std::optional<ChunkRecord> read_chunk(const BlockView& block, std::uint32_t index);

}  // namespace codeweaver::store
