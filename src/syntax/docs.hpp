// What belongs to a definition besides its node: wrappers, attributes and the doc comment.
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
  ByteRange range;         ///< doc comment and attributes to the end of the wrapper
  std::string doc;         ///< cleaned
  std::string attributes;  ///< text of attributes that stand before the wrapper
};

/// Of the node where `walk` is.
Surroundings surroundings_of(const TreeWalk& walk, const Source& source);

/// End without the white space that some grammars count in.
std::uint32_t trimmed_end(ByteRange range, std::string_view text) noexcept;

/// Node start to before its body, else the first line (and on while brackets are open). `lines` are
/// those of the source.
ByteRange signature_of(TSNode node, const Source& source, BracketLines& lines);

}  // namespace codeweaver::syntax
