// Tree chunker: split what is too large, merge what is too small, along a syntax tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"
#include "chunk/node_source.hpp"

namespace codeweaver::chunk {

/// Pieces and symbols of a file by its tree; `options` must be consistent(). Cost: linear in the
/// text and the nodes opened. Where the budget ends, which the caller is to look at, it stops and
/// the result is of no use.
ChunkedText chunk_tree(const LineIndex& lines, const NodeSource& source,
                       const ChunkOptions& options, syntax::Budget& budget);

}  // namespace codeweaver::chunk
