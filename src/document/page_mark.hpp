// Page marks: lines in a document's text that start a page, slide or cell.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// The name of the parts of a document: "page", "slide", "cell".
std::string_view part_name(Kind kind) noexcept;

/// The line that starts part `number` (from 1): "<!-- page 3 -->\n".
std::string page_mark(Kind kind, std::uint32_t number);

/// Appends a line of document text. Adds a backslash if the line would otherwise be a mark or
/// accidental Markdown (a heading, fence or comment).
void append_plain_line(std::string_view line, std::string& out);

/// The first and last part that the lines of a text belong to.
struct Parts {
  std::uint32_t first = 0, last = 0;  ///< from 1; 0: the text has no marks
  std::uint32_t open = 0;             ///< the part at its end: a mark may be the last line
};
/// The parts of `piece`, a section of a text. `before` is the part at its beginning. Cost: linear
/// in the piece.
Parts parts_of(Kind kind, std::string_view piece, std::uint32_t before) noexcept;

/// The marks at the end of a piece, with the blank lines between them. Empty: the piece ends with
/// text, or contains only marks. Cost: linear in the piece.
std::string_view marks_at_end(Kind kind, std::string_view piece) noexcept;

}  // namespace codeweaver::document
