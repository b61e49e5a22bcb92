// Text chunker: windows of whole lines for text without a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"

namespace codeweaver::chunk {

/// Returns pieces of about the target size that begin at paragraphs or at small indentation. Each
/// piece repeats whole lines from the end of the previous one, up to `text_overlap` of the target.
/// A single piece is a file chunk. Only lines above the hard limit are cut. Every piece has the
/// class `semantic_class`. `options` must be consistent(). Cost: linear in the text.
ChunkedText chunk_lines(const LineIndex& lines, SemanticClass semantic_class,
                        const ChunkOptions& options);

}  // namespace codeweaver::chunk
