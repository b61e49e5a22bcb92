// Page marks: lines of a document's text that say which page, slide or cell begins.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// What the parts of a document are called: "page", "slide", "cell".
std::string_view part_name(Kind kind) noexcept;

/// The line that begins part `number`, from 1: "<!-- page 3 -->\n".
std::string page_mark(Kind kind, std::uint32_t number);

/// Appends a line of the document's own, so that it is neither a mark nor, by accident, Markdown:
/// a backslash comes before what would make it a heading, a fence or a comment.
void append_plain_line(std::string_view line, std::string& out);

/// First and last part that lines of a document's text are on.
struct Parts {
  std::uint32_t first = 0, last = 0;  ///< from 1; 0: the text has no marks
  std::uint32_t open = 0;             ///< where its end is: a mark may be the last of it
};
/// Of `piece`, a part of a text, where part `before` is the one that its beginning is on.
/// Cost: linear in the piece.
Parts parts_of(Kind kind, std::string_view piece, std::uint32_t before) noexcept;

/// The marks that a piece ends with, and the blank lines between them; empty: it ends with text, or
/// has nothing but marks. Cost: linear in the piece.
std::string_view marks_at_end(Kind kind, std::string_view piece) noexcept;

}  // namespace codeweaver::document
