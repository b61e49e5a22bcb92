// Which text blocks of a segment a question about grams admits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "codeweaver/text/grams.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/postings/text_blocks.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::store {

/// The text blocks whose grams are as `query` says, one bit each; nullopt: what tells is damaged.
std::optional<ChunkSet> blocks_with_grams(const Segment& segment, const text::GramQuery& query);

/// The chunks of the files of which a text block's grams are as `query` says, and of those of whose
/// text nothing is known; nullopt: what tells is damaged.
std::optional<ChunkSet> chunks_with_grams(const Segment& segment, const text::GramQuery& query);

/// Text blocks [first, last) of a file; none: nothing is known of its text.
std::pair<std::uint32_t, std::uint32_t> text_blocks_of(const Segment& segment, std::size_t file);

/// Where a text block begins; nullopt: damaged.
std::optional<TextBlock> text_block(const Segment& segment, std::uint32_t number);

}  // namespace codeweaver::store
