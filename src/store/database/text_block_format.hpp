// Constants and state shared by the writer and the reader of text blocks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::store {

/// First byte of a block.
inline constexpr unsigned char kBlockVersion = 2;
/// The older format: it stored all strings, and absolute string numbers.
inline constexpr unsigned char kOldBlockVersion = 1;

/// Flags of a chunk.
inline constexpr unsigned char kIsPart = 1, kByWords = 2;

/// The values to which the next record is relative.
struct BlockPosition {
  std::uint32_t ordinal = 0, chunk = 0, line = 0, end = 0;
};

}  // namespace codeweaver::store
