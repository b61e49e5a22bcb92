// Outline: a file as a row of units that are never cut, with the nodes that had to be opened.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "chunk/definition_table.hpp"
#include "chunk/line_index.hpp"
#include "chunk/line_units.hpp"
#include "chunk/node_source.hpp"

namespace codeweaver::chunk {

/// When a node is opened, and when a line is.
struct OutlineLimits {
  std::uint32_t max_tokens = 0;  ///< nodes above it are opened
  std::uint32_t hard_limit = 0;  ///< lines above it are sliced
};

/// The children of one node that was too large to be a unit (or the lines of a leaf).
struct UnitList {
  syntax::ByteRange node;
  std::uint32_t parent = 0;  ///< the list that holds the node; the first list is its own
  std::uint32_t depth = 0;   ///< number of lists above
  std::int32_t owner = -1;   ///< innermost definition that holds the list; -1: the file
  bool is_lines = false;     ///< holds lines, or slices of a line, not nodes
};

/// One or several neighbouring whole nodes that fit a chunk, trimmed of white space.
struct Unit {
  syntax::ByteRange range;
  std::uint32_t tokens = 0;
  std::uint32_t first_list = 0;  ///< list of its first node
  std::uint32_t last_list = 0;   ///< list of its last node: the same unless lines joined them
  bool is_comment = false;       ///< nothing but comment
  bool starts_named = true;      ///< false: first node is a bare token ("else", "}", ",")
  bool ends_named = true;        ///< false: last node is a bare token ("{", ":", ";")
};

struct Outline {
  std::vector<Unit> units;  ///< ascending; between them there is only white space
  std::vector<UnitList> lists;
  SlicedLines sliced;
};

/// Opens every node larger than `max_tokens`, from the root down, and the bodies that make up
/// nearly all of one. A definition and its doc comment are one unit if they fit. Units that share a
/// line are joined if they fit, an XML declaration and what follows it as well. Text that no node
/// holds becomes units as well. A leaf that is too large is opened along the definitions an
/// embedded language has there, then by lines; a line above `hard_limit` in slices. Cost: O(opened
/// nodes and their children); no recursion. Stops where the budget ends.
Outline build_outline(const LineIndex& lines, const NodeSource& source,
                      const DefinitionTable& definitions, const OutlineLimits& limits,
                      syntax::Budget& budget);

}  // namespace codeweaver::chunk
