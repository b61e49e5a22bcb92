// Text chunker: cuts lines at blank lines and small indentation, then adds overlap.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/text_chunker.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "chunk/line_units.hpp"
#include "chunk/segments.hpp"

namespace codeweaver::chunk {
namespace {

// On the scale of partition().
constexpr float kNoBlankAround = 0.25F;
constexpr float kInsideOneLine = 0.25F;
constexpr float kPerIndent = 0.08F;
constexpr float kMostOfIndent = 0.4F;
constexpr std::uint32_t kColumnsOfIndent = 4;

std::vector<Boundary> price_boundaries(const LineIndex& lines, const std::vector<LineUnit>& units) {
  std::vector<Boundary> boundaries(units.size());
  for (std::size_t i = 1; i < units.size(); ++i) {
    const std::string_view between = lines.text({units[i - 1].range.end, units[i].range.begin});
    const auto breaks = std::count(between.begin(), between.end(), '\n');
    const auto levels = units[i].indent / kColumnsOfIndent;
    boundaries[i].cut = std::min(static_cast<float>(levels) * kPerIndent, kMostOfIndent);
    if (breaks == 0) boundaries[i].cut += kInsideOneLine;
    if (breaks < 2) boundaries[i].cut += kNoBlankAround;
  }
  return boundaries;
}

/// The first unit of a piece with overlap. Goes back from `segment.first` over whole lines of the
/// previous piece while they fit the overlap, but not to the start of that piece.
std::uint32_t overlapped_start(const LineIndex& lines, const std::vector<LineUnit>& units,
                               const Segment& before, const Segment& segment,
                               std::uint32_t overlap_tokens) {
  std::uint32_t start = segment.first;
  std::uint32_t next_line = lines.line_of(units[start].range.begin);
  std::uint32_t tokens = 0;
  while (start > before.first + 1) {
    const LineUnit& unit = units[start - 1];
    const std::uint32_t line = lines.line_of(unit.range.begin);
    tokens += unit.tokens;
    if (line == next_line || tokens > overlap_tokens) break;  // a slice is not a whole line
    next_line = line;
    --start;
  }
  const bool is_whole_line = start == 0 || lines.line_of(units[start - 1].range.begin) != next_line;
  return is_whole_line ? start : segment.first;
}

}  // namespace

ChunkedText chunk_lines(const LineIndex& lines, SemanticClass semantic_class,
                        const ChunkOptions& options) {
  ChunkedText out;
  const auto overlap = static_cast<std::uint32_t>(options.text_overlap * options.target_tokens);
  ChunkOptions own_sizes = options;  // repeated text counts as well
  own_sizes.target_tokens -= overlap;
  own_sizes.max_tokens -= overlap;
  SlicedLines sliced;
  std::vector<LineUnit> units;
  append_line_units(lines, lines.whole(), options.hard_limit, units, sliced);
  std::vector<syntax::ByteRange> ranges;
  ranges.reserve(units.size());
  for (const LineUnit& unit : units) ranges.push_back(unit.range);
  const auto segments =
      cut_segments(lines, ranges, price_boundaries(lines, units), consistent(own_sizes));

  for (std::size_t i = 0; i < segments.size(); ++i) {
    const syntax::ByteRange own{ranges[segments[i].first].begin, ranges[segments[i].last - 1].end};
    syntax::ByteRange range = own;
    if (i > 0)
      range.begin =
          ranges[overlapped_start(lines, units, segments[i - 1], segments[i], overlap)].begin;
    Piece piece;
    piece.range = lines.to_line_edges(range);
    piece.tokens = lines.tokens(piece.range);
    if (piece.tokens > options.hard_limit && range.begin < own.begin) {
      range = own;
      piece.range = lines.to_line_edges(own);
      piece.tokens = lines.tokens(piece.range);
    }
    piece.lines = lines.span_of(range);
    piece.source = segments.size() == 1 ? ChunkSource::kFile : ChunkSource::kTextBlock;
    piece.semantic_class = semantic_class;
    out.pieces.push_back(std::move(piece));
  }
  if (std::string warning = sliced.warning(options.hard_limit); !warning.empty())
    out.warnings.push_back(std::move(warning));
  return out;
}

}  // namespace codeweaver::chunk
