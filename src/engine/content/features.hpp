// Features of a chunk: its terms by field, and the text to embed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/term_list.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Analyzed terms of one chunk; reused from chunk to chunk.
struct ChunkTerms {
  std::array<text::TermList, rank::kFieldCount> fields;
};

/// Computes the terms of `chunk` in the file `path`. `text` is the whole text of its content.
void analyze_chunk(std::string_view path, const store::ChunkRecord& chunk, std::string_view text,
                   ChunkTerms& out);

/// The text to embed for a chunk, concatenated: path (only for local models, which can embed it
/// again after a move), symbol, enclosing signatures and the chunk's text.
std::string embedding_text(std::string_view path, const store::ChunkRecord& chunk,
                           std::string_view text, bool with_path);

}  // namespace codeweaver::engine
