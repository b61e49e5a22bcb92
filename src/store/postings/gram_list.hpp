// Gram lists: the text blocks that contain a gram, as bits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "store/layout/chunk_set.hpp"

namespace codeweaver::store {

/// Appends ascending numbers below `blocks` (at least one number). A single number is stored
/// plainly. Several are stored in the smaller of two forms: one bit per block, or the Rice-coded
/// gap before each number.
void put_gram_list(std::string& out, std::span<const std::uint32_t> numbers, std::size_t blocks);

/// Adds the numbers of a list to a set of all blocks. False: the list is invalid.
bool add_gram_list(std::string_view list, ChunkSet& out);

}  // namespace codeweaver::store
