// DefinitionTable: definitions sorted by node, found by binary search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/definition_table.hpp"

#include <algorithm>
#include <numeric>

namespace codeweaver::chunk {

DefinitionTable::DefinitionTable(const std::vector<syntax::Definition>& definitions)
    : definitions_(definitions), order_(definitions.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [this](std::int32_t a, std::int32_t b) {
    const syntax::ByteRange x = (*this)[a].node;
    const syntax::ByteRange y = (*this)[b].node;
    return x.begin != y.begin ? x.begin < y.begin : x.end > y.end;
  });
}

std::int32_t DefinitionTable::first_in(syntax::ByteRange range) const noexcept {
  return first_in(range, syntax::ByteRange{});
}

std::int32_t DefinitionTable::first_in(syntax::ByteRange range,
                                       syntax::ByteRange except) const noexcept {
  // Of the definitions that begin with the range, longer ones come first.
  auto at = std::lower_bound(
      order_.begin(), order_.end(), range, [this](std::int32_t index, syntax::ByteRange wanted) {
        const syntax::ByteRange node = (*this)[index].node;
        return node.begin != wanted.begin ? node.begin < wanted.begin : node.end > wanted.end;
      });
  for (; at != order_.end() && (*this)[*at].node.begin < range.end; ++at) {
    const syntax::ByteRange node = (*this)[*at].node;
    const bool excluded = node == except;
    if (contains(range, node) && !excluded) return *at;
    if (node.begin > range.begin && !excluded) break;  // ranges nest: later ones do not fit either
  }
  return -1;
}

std::int32_t DefinitionTable::covering(syntax::ByteRange node) const noexcept {
  const std::int32_t index = first_in(node);
  return index >= 0 && contains((*this)[index].range, node) ? index : -1;
}

}  // namespace codeweaver::chunk
