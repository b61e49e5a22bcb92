// What writing and reading a text block share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::store {

/// First byte of a block.
inline constexpr unsigned char kBlockVersion = 2;
/// Had the bytes of all strings, and their numbers as they are.
inline constexpr unsigned char kOldBlockVersion = 1;

/// Flags of a chunk.
inline constexpr unsigned char kIsPart = 1, kByWords = 2;

/// What the next record is written relative to.
struct BlockPosition {
  std::uint32_t ordinal = 0, chunk = 0, line = 0, end = 0;
};

}  // namespace codeweaver::store
