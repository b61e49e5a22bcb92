// The parts of a definition outside its node: wrappers, attributes and the doc comment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "syntax/bracket_lines.hpp"
#include "syntax/names.hpp"
#include "syntax/syntax_tree.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {

/// The surroundings of one definition.
struct Surroundings {
  ByteRange range;         ///< from the doc comment and attributes to the end of the wrapper
  std::string doc;         ///< without comment markers
  std::string attributes;  ///< text of the attributes before the wrapper
};

/// The surroundings of the node at which `walk` is.
Surroundings surroundings_of(const TreeWalk& walk, const Source& source);

/// The end of `range` without the trailing white space that some grammars include.
std::uint32_t trimmed_end(ByteRange range, std::string_view text) noexcept;

/// From the start of the node to its body, or its first line if it has no body (continued while
/// brackets are open). `lines` must be those of the source.
ByteRange signature_of(TSNode node, const Source& source, BracketLines& lines);

}  // namespace codeweaver::syntax
