// Tree chunker: outline, cut, label.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/tree_chunker.hpp"

#include <string>
#include <utility>

#include "chunk/boundaries.hpp"
#include "chunk/content_class.hpp"
#include "chunk/labels.hpp"
#include "chunk/outline.hpp"
#include "chunk/segments.hpp"

namespace codeweaver::chunk {
namespace {

Piece piece_of(const LineIndex& lines, const Outline& outline, const Segment& segment) {
  const syntax::ByteRange units{outline.units[segment.first].range.begin,
                                outline.units[segment.last - 1].range.end};
  Piece piece;
  piece.range = lines.to_line_edges(units);
  piece.lines = lines.span_of(units);
  piece.source = ChunkSource::kAstNode;
  piece.tokens = lines.tokens(piece.range);
  return piece;
}

}  // namespace

ChunkedText chunk_tree(const LineIndex& lines, const NodeSource& source,
                       const ChunkOptions& options, syntax::Budget& budget) {
  const DefinitionTable definitions(source.definitions());
  const Outline outline =
      build_outline(lines, source, definitions, {options.max_tokens, options.hard_limit}, budget);
  std::vector<syntax::ByteRange> units;
  units.reserve(outline.units.size());
  for (const Unit& unit : outline.units) units.push_back(unit.range);
  const std::vector<Segment> segments = cut_segments(
      lines, units, price_boundaries(lines, outline, definitions, options.max_tokens, budget),
      options);
  ChunkedText out;
  if (budget.is_over()) return out;
  out.pieces.reserve(segments.size());
  for (const Segment& segment : segments) out.pieces.push_back(piece_of(lines, outline, segment));
  const auto decided_by =
      label_definitions(lines, outline, definitions, segments, out.pieces, budget);
  classify_content(source, definitions, decided_by, out.pieces, budget);
  label_references(source.references(), out.pieces);
  out.symbols = list_symbols(lines, source.definitions(), source.members(), out.pieces);
  if (std::string warning = outline.sliced.warning(options.hard_limit); !warning.empty())
    out.warnings.push_back(std::move(warning));
  if (out.pieces.size() == 1 && definitions.empty()) out.pieces[0].source = ChunkSource::kFile;
  return out;
}

}  // namespace codeweaver::chunk
