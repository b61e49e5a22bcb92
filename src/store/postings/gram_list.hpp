// Gram lists: the blocks that hold a gram, as bits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "store/layout/chunk_set.hpp"

namespace codeweaver::store {

/// Appends ascending numbers below `blocks` (at least one): a number alone as it is, several in the
/// smaller of two forms, a bit for each block, or the gap before each number in Rice's code.
void put_gram_list(std::string& out, std::span<const std::uint32_t> numbers, std::size_t blocks);

/// Adds the numbers of a list to a set of all blocks. False: no writer writes such a list.
bool add_gram_list(std::string_view list, ChunkSet& out);

}  // namespace codeweaver::store
