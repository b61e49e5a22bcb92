// Text chunker: windows of whole lines for text that has no tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"

namespace codeweaver::chunk {

/// Pieces of about the target size that begin at paragraphs, or where indentation is small. Each
/// repeats whole lines from the end of the one before, up to `text_overlap` of the target. One
/// piece alone is a file chunk. Lines are cut only above the hard limit. Every piece has the class
/// given. `options` must be consistent(). Cost: linear in the text.
ChunkedText chunk_lines(const LineIndex& lines, SemanticClass semantic_class,
                        const ChunkOptions& options);

}  // namespace codeweaver::chunk
