// NodeSource: the tree that a chunker walks, so chunking does not depend on a grammar.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::chunk {

/// A tree over a text, with its definitions and references. Implementations borrow the data.
class NodeSource {
 public:
  virtual ~NodeSource() = default;
  virtual syntax::Node root() const = 0;
  /// Replaces `out` with all children in source order. Ranges are within the node and do not
  /// overlap.
  virtual void children(const syntax::Node& node, std::vector<syntax::Node>& out) const = 0;
  /// Type name of the node. Static storage.
  virtual std::string_view name(const syntax::Node& node) const = 0;
  /// Ordered by the start of their nodes, parents before members.
  virtual const std::vector<syntax::Definition>& definitions() const = 0;
  /// Ordered by the start of their nodes.
  virtual const std::vector<syntax::Member>& members() const = 0;
  virtual const std::vector<syntax::Reference>& references() const = 0;
};

}  // namespace codeweaver::chunk
