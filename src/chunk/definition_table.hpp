// DefinitionTable: finds the definitions in a range of the text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::chunk {

constexpr bool contains(syntax::ByteRange outer, syntax::ByteRange inner) noexcept {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Definitions by the position of their nodes. Borrows them. Indexes refer to the given vector; -1
/// means none. Each look-up costs O(log definitions).
class DefinitionTable {
 public:
  explicit DefinitionTable(const std::vector<syntax::Definition>& definitions);

  const syntax::Definition& operator[](std::int32_t index) const noexcept {
    return definitions_[static_cast<std::size_t>(index)];
  }
  bool empty() const noexcept { return order_.empty(); }
  /// The first outermost definition with its node within `range`.
  std::int32_t first_in(syntax::ByteRange range) const noexcept;
  /// Like the other first_in(), ignoring definitions with the node `except`.
  std::int32_t first_in(syntax::ByteRange range, syntax::ByteRange except) const noexcept;
  /// The definition that `node` is, or that it wraps with only a doc comment and attributes.
  std::int32_t covering(syntax::ByteRange node) const noexcept;
  /// All indexes, ordered by the start of their nodes, enclosing ones first.
  const std::vector<std::int32_t>& in_order() const noexcept { return order_; }

 private:
  const std::vector<syntax::Definition>& definitions_;
  std::vector<std::int32_t> order_;
};

}  // namespace codeweaver::chunk
