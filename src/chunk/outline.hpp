// Outline: a file as a row of units that are never cut, with the nodes that were opened.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "chunk/definition_table.hpp"
#include "chunk/line_index.hpp"
#include "chunk/line_units.hpp"
#include "chunk/node_source.hpp"

namespace codeweaver::chunk {

/// Size limits for opening nodes and slicing lines.
struct OutlineLimits {
  std::uint32_t max_tokens = 0;  ///< larger nodes are opened
  std::uint32_t hard_limit = 0;  ///< longer lines are sliced
};

/// The children of one node that is too large for a unit (or the lines of a leaf).
struct UnitList {
  syntax::ByteRange node;
  std::uint32_t parent = 0;  ///< the list with the node; the first list is its own parent
  std::uint32_t depth = 0;   ///< number of enclosing lists
  std::int32_t owner = -1;   ///< innermost definition around the list; -1: the file
  bool is_lines = false;     ///< contains lines or slices of a line, not nodes
};

/// One or several neighbouring whole nodes that fit in a chunk, without surrounding white space.
struct Unit {
  syntax::ByteRange range;
  std::uint32_t tokens = 0;
  std::uint32_t first_list = 0;  ///< list of its first node
  std::uint32_t last_list = 0;   ///< list of its last node; differs if units of a line were joined
  bool is_comment = false;       ///< contains only comments
  bool starts_named = true;      ///< false: the first node is a bare token ("else", "}", ",")
  bool ends_named = true;        ///< false: the last node is a bare token ("{", ":", ";")
};

struct Outline {
  std::vector<Unit> units;  ///< ascending, with only white space in between
  std::vector<UnitList> lists;
  SlicedLines sliced;
};

/// Builds the units of a file:
/// - Opens every node larger than `max_tokens`, from the root down, and bodies that make up nearly
///   all of such a node.
/// - A definition and its doc comment form one unit if they fit.
/// - Units on one line are joined if they fit; so are an XML declaration and its successor.
/// - Text outside of nodes becomes units, too.
/// - A leaf that is too large is opened along the definitions of an embedded language, then by
///   lines. A line above `hard_limit` is sliced.
///
/// Cost: O(opened nodes and their children); no recursion. Stops when the budget ends.
Outline build_outline(const LineIndex& lines, const NodeSource& source,
                      const DefinitionTable& definitions, const OutlineLimits& limits,
                      syntax::Budget& budget);

}  // namespace codeweaver::chunk
