// Features of a chunk: its terms by field and the text its vector is made of.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/text/term_list.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Analysed terms of one chunk, refilled from chunk to chunk.
struct ChunkTerms {
  std::array<text::TermList, rank::kFieldCount> fields;
};

/// Terms of `chunk` as found in a file called `path`, whose content's whole text is `text`.
void analyze_chunk(std::string_view path, const store::ChunkRecord& chunk, std::string_view text,
                   ChunkTerms& out);

/// What is embedded for a chunk: path (local models only, for which a move costs nothing), symbol,
/// enclosing signatures and the chunk's own text, one after another.
std::string embedding_text(std::string_view path, const store::ChunkRecord& chunk,
                           std::string_view text, bool with_path);

}  // namespace codeweaver::engine
