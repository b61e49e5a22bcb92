// Document parts: the page, slide or cell of a chunk of a document.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chunk/chunk.hpp"
#include "document/document.hpp"
#include "document/page_mark.hpp"

namespace codeweaver::engine {

/// Adds a line like "page 3" before the context of each piece: the part that is open where the
/// piece begins. Moves marks at the end of a piece to the next piece. `text` is the whole text of
/// the document. Cost: linear in `text`.
void note_parts(document::Kind kind, std::string_view text, std::vector<chunk::Piece>& pieces);

/// Removes the marks at the end of a text. `lines` are the lines of the text; they become those of
/// the result.
std::string_view without_marks_at_end(document::Kind kind, std::string_view text, Span& lines);

/// Removes that line from a context and returns the parts that `shown` covers; it begins at byte
/// `begin` of the chunk's text. Without such a line: {0, 0}.
document::Parts take_parts(document::Kind kind, std::string_view chunk_text, std::size_t begin,
                           std::string_view shown, std::string& context);

/// "3", or "3-5".
std::string to_text(const document::Parts& parts);

}  // namespace codeweaver::engine
