// Exports the vectors of a tree's chunks, for other vector indexes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>

namespace codeweaver::bench {

struct VectorShape {
  std::size_t count = 0, dimension = 0;
};

/// Writes one vector per chunk to `file`, as little-endian 32-bit floats without a header, in order
/// of path and chunk. Needs memory for the chunks of one file. Throws std::runtime_error.
VectorShape export_vectors(const std::filesystem::path& tree, const std::filesystem::path& file);

}  // namespace codeweaver::bench
