// Finds the text blocks of a segment that can match a gram query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "codeweaver/detail/grams.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/postings/text_blocks.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::store {

/// The text blocks with grams that match `query`, one bit each; nullopt: the data is damaged.
std::optional<ChunkSet> blocks_with_grams(const Segment& segment, const text::GramQuery& query);

/// The chunks of files with a matching text block, and of files without text in the segment;
/// nullopt: the data is damaged.
std::optional<ChunkSet> chunks_with_grams(const Segment& segment, const text::GramQuery& query);

/// Text blocks [first, last) of a file; empty: its text is not in the segment.
std::pair<std::uint32_t, std::uint32_t> text_blocks_of(const Segment& segment, std::size_t file);

/// The start of a text block; nullopt: damaged.
std::optional<TextBlock> text_block(const Segment& segment, std::uint32_t number);

}  // namespace codeweaver::store
