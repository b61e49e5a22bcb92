// TextBlocks: a text cut at line ends into blocks, and the grams of each block.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "codeweaver/detail/grams.hpp"

namespace codeweaver::store {

/// A block ends with the line that reaches this size. Most files are one block. With 16 KB, the
/// lists of a tree with large files would be a fifth larger.
inline constexpr std::size_t kTextBlockBytes = 64U << 10;

/// Stands for all grams of a block that every query must check. Such a block has so many grams
/// (base64, keys, random data) that their lists would be about as large as its text. No text
/// contains this gram.
inline constexpr text::Gram kEveryGram = 0;

/// The start of a block in its text.
struct TextBlock {
  std::uint32_t begin = 0;       ///< byte in the text
  std::uint32_t first_line = 1;  ///< 1-based
};
static_assert(sizeof(TextBlock) == 8);

/// The blocks of one text; no line is in two blocks.
struct TextBlocks {
  std::vector<TextBlock> blocks;
  std::vector<std::uint32_t> ends;  ///< of each block's grams in `grams`
  std::vector<text::Gram> grams;    ///< the grams of each block without duplicates, or kEveryGram
};

/// Cuts a text of less than 4 GiB. Cost: about 6 ns per byte.
TextBlocks cut_text_blocks(std::string_view text);

}  // namespace codeweaver::store
