// Tree chunker: splits large nodes and merges small ones along a syntax tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"
#include "chunk/node_source.hpp"

namespace codeweaver::chunk {

/// Returns the pieces and symbols of a file from its tree. `options` must be consistent(). Stops
/// when the budget ends; the caller must check this, because the result is then incomplete and
/// unusable. Cost: linear in the text and the opened nodes.
ChunkedText chunk_tree(const LineIndex& lines, const NodeSource& source,
                       const ChunkOptions& options, syntax::Budget& budget);

}  // namespace codeweaver::chunk
