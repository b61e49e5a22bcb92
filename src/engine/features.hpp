// Features of a chunk: its terms by field and the text its vector is made of.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/text/term_list.hpp"
#include "store/database.hpp"
#include "store/segment.hpp"

namespace codeweaver::engine {

/// Analysed terms of one chunk, refilled from chunk to chunk.
struct ChunkTerms {
  std::array<text::TermList, rank::kFieldCount> fields;
};

/// Terms of `chunk` as found in a file called `path`, whose content's whole text is `text`.
void analyze_chunk(std::string_view path, const store::ChunkRecord& chunk, std::string_view text,
                   ChunkTerms& out);

/// What a segment takes of chunk number `ordinal` of `content` in a file called `path`. Views into
/// the arguments, which must outlive it. The caller adds the vector and what only the path decides
/// (is_test, is_generated).
store::SegmentInput segment_input(std::string_view path, const base::Hash128& content,
                                  std::string_view language, const store::ChunkRecord& chunk,
                                  std::size_t ordinal, const ChunkTerms& terms);

/// What is embedded for a chunk: path (local models only, for which a move costs nothing), symbol,
/// enclosing signatures and the chunk's own text, one after another.
std::string embedding_text(std::string_view path, const store::ChunkRecord& chunk,
                           std::string_view text, bool with_path);

}  // namespace codeweaver::engine
