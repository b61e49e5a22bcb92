// Document parts: on which page, slide or in which cell a chunk of a document is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chunk/chunk.hpp"
#include "document/document.hpp"
#include "document/page_mark.hpp"

namespace codeweaver::engine {

/// Puts a line such as "page 3" before the context of each piece: the part that is open where it
/// begins. Marks at the end of a piece move to the next piece. `text` is the whole text of the
/// document. Cost: linear in it.
void note_parts(document::Kind kind, std::string_view text, std::vector<chunk::Piece>& pieces);

/// A text without the marks at its end; `lines` are its lines, and then those of the result.
std::string_view without_marks_at_end(document::Kind kind, std::string_view text, Span& lines);

/// Takes that line out of a context, and says where `shown`, which begins at byte `begin` of the
/// chunk's text, is. Without such a line: {0, 0}.
document::Parts take_parts(document::Kind kind, std::string_view chunk_text, std::size_t begin,
                           std::string_view shown, std::string& context);

/// "3", or "3-5".
std::string to_text(const document::Parts& parts);

}  // namespace codeweaver::engine
