// Document parts: counted along the pieces, and again along what is shown of one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/document_parts.hpp"

#include <algorithm>
#include <charconv>

namespace codeweaver::engine {

void note_parts(document::Kind kind, std::string_view text, std::vector<chunk::Piece>& pieces) {
  std::uint32_t open = 0;
  std::uint32_t counted = 0;  // bytes
  for (auto& piece : pieces) {
    // Pieces may overlap: what is before one is counted once.
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
