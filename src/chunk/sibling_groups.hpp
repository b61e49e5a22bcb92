// Sibling groups: a definition and the comments and attributes before it, seen as one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "chunk/definition_table.hpp"

namespace codeweaver::chunk {

/// Neighbouring children, by index; `core` holds the definition or its start (or is the only one).
struct SiblingGroup {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t core = 0;
  std::int32_t definition = -1;  ///< outermost definition that starts in the core; -1: none
};

/// Every child of `parent` in exactly one group, ascending. A definition below or across children
/// draws in those that its range covers. Cost: O(children * log definitions).
std::vector<SiblingGroup> group_siblings(syntax::ByteRange parent,
                                         const std::vector<syntax::Node>& children,
                                         const DefinitionTable& definitions);

}  // namespace codeweaver::chunk
