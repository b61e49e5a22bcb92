// Sibling groups: one sweep over the children with a stack of groups.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/sibling_groups.hpp"

namespace codeweaver::chunk {

std::vector<SiblingGroup> group_siblings(syntax::ByteRange parent,
                                         const std::vector<syntax::Node>& children,
                                         const DefinitionTable& definitions) {
  std::vector<SiblingGroup> groups;
  std::uint32_t covered_until = 0;
  for (std::uint32_t i = 0; i < children.size(); ++i) {
    const syntax::ByteRange child = children[i].range;
    if (!groups.empty() && child.begin < covered_until) {
      groups.back().last = i;
      continue;
    }
    SiblingGroup group{i, i, i, -1};
    const std::int32_t definition = definitions.first_in({child.begin, parent.end}, parent);
    if (definition >= 0 && definitions[definition].node.begin < child.end) {
      const syntax::ByteRange range = definitions[definition].range;
      group.definition = definition;
      while (!groups.empty() && children[groups.back().first].range.begin >= range.begin) {
        group.first = groups.back().first;
        groups.pop_back();
      }
      covered_until = range.end;
    }
    groups.push_back(group);
  }
  return groups;
}

}  // namespace codeweaver::chunk
