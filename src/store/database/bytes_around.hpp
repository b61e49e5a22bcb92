// How many bytes to read around a chunk for its neighbouring lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace codeweaver::store {

/// Most bytes that Database::text_around() adds on each side of a chunk's block for this many
/// lines. It is plenty for code, and little for a file with a single line.
constexpr std::size_t bytes_around(std::size_t lines) noexcept {
  constexpr std::size_t kOfLine = 4096, kMost = 64U << 10;
  return std::min((lines + 1) * kOfLine, kMost);
}

}  // namespace codeweaver::store
