// Document parts: counted over the pieces, and again over the shown part of one piece.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/document_parts.hpp"

#include <algorithm>
#include <charconv>

#include "codeweaver/text/token_count.hpp"

namespace codeweaver::engine {
namespace {

/// Number of lines of consecutive marks; the last one may lack its line end.
std::uint32_t lines_of_marks(std::string_view text) {
  const auto ends = std::ranges::count(text, '\n');
  return static_cast<std::uint32_t>(ends + (text.ends_with('\n') ? 0 : 1));
}

/// The part of a text that ends with those marks, up to the end of its last text line.
std::string_view before_marks(std::string_view text, std::string_view marks) {
  const auto last = text.find_last_not_of(" \t\r\n", text.size() - marks.size() - 1);
  return text.substr(0, text.find('\n', last) + 1);
}

/// Moves marks from the end of a piece to the start of the next one, which they describe.
void move_marks(document::Kind kind, std::string_view text, std::vector<chunk::Piece>& pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    auto& piece = pieces[i];
    const auto own = text.substr(piece.range.begin, piece.range.end - piece.range.begin);
    const auto marks = document::marks_at_end(kind, own);
    if (marks.empty()) continue;
    const auto marks_begin = piece.range.end - static_cast<std::uint32_t>(marks.size());
    const auto marks_line = piece.lines.end_line + 1 - lines_of_marks(marks);
    const auto kept = before_marks(own, marks);
    piece.range.end = piece.range.begin + static_cast<std::uint32_t>(kept.size());
    piece.lines.end_line = piece.lines.start_line + lines_of_marks(kept) - 1;
    piece.tokens = static_cast<std::uint32_t>(text::count_tokens(kept));
    if (i + 1 == pieces.size() || pieces[i + 1].range.begin <= marks_begin) continue;
    pieces[i + 1].range.begin = marks_begin;
    pieces[i + 1].lines.start_line = marks_line;
  }
}

}  // namespace

std::string_view without_marks_at_end(document::Kind kind, std::string_view text, Span& lines) {
  const auto marks = document::marks_at_end(kind, text);
  if (marks.empty()) return text;
  const auto kept = before_marks(text, marks);
  lines.end_line = lines.start_line + lines_of_marks(kept) - 1;
  return kept;
}

void note_parts(document::Kind kind, std::string_view text, std::vector<chunk::Piece>& pieces) {
  move_marks(kind, text, pieces);
  std::uint32_t open = 0;
  std::uint32_t counted = 0;  // bytes
  for (auto& piece : pieces) {
    // Pieces may overlap: text before a piece is counted once.
    if (piece.range.begin > counted) {
      open = document::parts_of(kind, text.substr(counted, piece.range.begin - counted), open).open;
      counted = piece.range.begin;
    }
    const auto own = text.substr(piece.range.begin, piece.range.end - piece.range.begin);
    const auto first = document::parts_of(kind, own, open).first;
    if (first == 0) continue;
    std::string line(document::part_name(kind));
    line.append(1, ' ').append(std::to_string(first));
    piece.context = piece.context.empty() ? line : line + '\n' + piece.context;
  }
}

document::Parts take_parts(document::Kind kind, std::string_view chunk_text, std::size_t begin,
                           std::string_view shown, std::string& context) {
  const auto end = std::min(context.find('\n'), context.size());
  const auto name = document::part_name(kind);
  std::uint32_t open = 0;
  if (!context.starts_with(name) || end < name.size() + 2) return {};
  const auto [last, error] =
      std::from_chars(context.data() + name.size() + 1, context.data() + end, open);
  if (error != std::errc() || last != context.data() + end) return {};
  context.erase(0, std::min(end + 1, context.size()));
  open = document::parts_of(kind, chunk_text.substr(0, begin), open).open;
  return document::parts_of(kind, shown, open);
}

std::string to_text(const document::Parts& parts) {
  auto out = std::to_string(parts.first);
  if (parts.last != parts.first) out.append(1, '-').append(std::to_string(parts.last));
  return out;
}

}  // namespace codeweaver::engine
