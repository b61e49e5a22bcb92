// Lines as units: trimming, indentation, and slices of very long lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/line_units.hpp"

#include <algorithm>

namespace codeweaver::chunk {
namespace {

constexpr std::uint32_t kSliceBytes = 128;
constexpr std::uint32_t kWordSearchBytes = 32;

constexpr bool is_word(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_continuation(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The end of the slice that starts at `begin`: between characters, and between words if a gap is
/// near.
std::uint32_t slice_end(std::string_view text, std::uint32_t begin, std::uint32_t end) noexcept {
  if (end - begin <= kSliceBytes) return end;
  const std::uint32_t furthest = begin + kSliceBytes;
  for (std::uint32_t at = furthest; at > furthest - kWordSearchBytes; --at)
    if (!is_word(text[at - 1])) return at;
  std::uint32_t at = furthest;
  while (at > begin + 1 && is_continuation(text[at])) --at;
  return at;
}

std::uint32_t indent_of(const LineIndex& lines, std::uint32_t line_begin, std::uint32_t begin) {
  std::uint32_t columns = 0;
  for (const char c : lines.text({line_begin, begin})) columns += c == '\t' ? 4 : 1;
  return columns;
}

}  // namespace

std::string SlicedLines::warning(std::uint32_t hard_limit) const {
  if (count == 0) return {};
  const auto tokens = std::to_string(hard_limit);
  if (count == 1)
    return "Line " + std::to_string(first) + " exceeds " + tokens + " tokens and was split.";
  return "Line " + std::to_string(first) + " and " + std::to_string(count - 1) +
         (count == 2 ? " more line exceed " : " more lines exceed ") + tokens +
         " tokens and were split.";
}

void append_line_units(const LineIndex& lines, syntax::ByteRange range, std::uint32_t hard_limit,
                       std::vector<LineUnit>& out, SlicedLines& sliced) {
  range = lines.trim(range);
  if (range.size() == 0) return;
  const std::uint32_t last = lines.line_of(range.end - 1);
  for (std::uint32_t i = lines.line_of(range.begin); i <= last; ++i) {
    const syntax::ByteRange line = lines.line(i);
    syntax::ByteRange part{std::max(line.begin, range.begin), std::min(line.end, range.end)};
    if (part.begin >= part.end) continue;
    part = lines.trim(part);
    if (part.size() == 0) continue;
    const std::uint32_t indent =
        range.begin > line.begin ? 0 : indent_of(lines, line.begin, part.begin);
    const std::uint32_t tokens = lines.tokens(part);
    if (tokens + kLineEdgeTokens <= hard_limit) {
      out.push_back({part, tokens, indent});
      continue;
    }
    if (sliced.count++ == 0) sliced.first = i + 1;
    for (std::uint32_t at = part.begin; at < part.end;) {
      const std::uint32_t end = slice_end(lines.text(), at, part.end);
      const syntax::ByteRange slice = lines.trim({at, end});
      if (slice.size() > 0) out.push_back({slice, lines.tokens(slice), indent});
      at = end;
    }
  }
}

}  // namespace codeweaver::chunk
