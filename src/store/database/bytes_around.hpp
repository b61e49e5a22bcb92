// How much of a text is looked through for the lines around a chunk.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace codeweaver::store {

/// Bytes that Database::text_around() adds to a chunk's block on each side at most, for so many
/// lines: plenty for code, little for a file that is one line.
constexpr std::size_t bytes_around(std::size_t lines) noexcept {
  constexpr std::size_t kOfLine = 4096, kMost = 64U << 10;
  return std::min((lines + 1) * kOfLine, kMost);
}

}  // namespace codeweaver::store
