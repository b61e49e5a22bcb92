// Sibling groups: a definition with the comments and attributes before it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "chunk/definition_table.hpp"

namespace codeweaver::chunk {

/// Neighbouring children, by index. `core` contains the definition or its start, or is the only
/// child.
struct SiblingGroup {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t core = 0;
  std::int32_t definition = -1;  ///< outermost definition that starts in the core; -1: none
};

/// Puts every child of `parent` into exactly one group, ascending. A definition below or across
/// children includes all children that its range covers. Cost: O(children * log definitions).
std::vector<SiblingGroup> group_siblings(syntax::ByteRange parent,
                                         const std::vector<syntax::Node>& children,
                                         const DefinitionTable& definitions);

}  // namespace codeweaver::chunk
