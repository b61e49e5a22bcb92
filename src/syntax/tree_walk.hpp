// TreeWalk: the nodes of a tree that rules ask about, in pre-order; and the children of a node.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "syntax/rules.hpp"

namespace codeweaver::syntax {

/// Goes over all visible nodes as a tree cursor would, and stops at those whose type has one of the
/// marks. It reads tree-sitter's own blocks, at a third of a cursor's cost: this is the one place
/// that knows their layout. Iterative, so depth costs no stack; ERROR nodes are entered.
class TreeWalk {
 public:
  struct Frame;

  TreeWalk(const TSTree* tree, const Rules& rules, std::uint16_t marks);
  TreeWalk(const TreeWalk&) = delete;
  TreeWalk& operator=(const TreeWalk&) = delete;
  ~TreeWalk();

  /// To the next marked node; the root comes first. False: there are no more.
  bool next();
  TSNode node() const noexcept { return node_; }
  /// What Rules::flags() says of it.
  std::uint16_t flags() const noexcept { return flags_; }
  /// From the root to the parent of the node; valid until next(). Cost: what changed since it was
  /// asked for last.
  std::span<const TSNode> ancestors() const;
  /// Flags of all ancestors together, but not kFunctionValue of those that define something.
  std::uint16_t flags_around() const;

 private:
  friend class SiblingsBefore;
  struct Frames;
  /// Beside each of ancestors_.
  struct Ancestor {
    std::size_t frame = 0;
    std::uint16_t flags_around = 0;  ///< with its own
  };
  void update_ancestors() const;

  const TSTree* tree_;
  const Rules& rules_;
  std::uint16_t marks_;
  std::unique_ptr<Frames> frames_;  // of the node and what is around it
  bool has_started_ = false;
  TSNode node_{};
  std::uint16_t flags_ = 0;
  mutable std::vector<TSNode> ancestors_;
  mutable std::vector<Ancestor> ancestors_more_;
  mutable bool has_ancestors_ = false;
};

/// The named siblings before a node, nearest first. tree-sitter would look for each from the root
/// down. Borrows the walk, which must stay where it is.
class SiblingsBefore {
 public:
  /// `level`: index of the node in walk.ancestors(), or their number for the walk's own node.
  SiblingsBefore(const TreeWalk& walk, std::size_t level);
  SiblingsBefore(const SiblingsBefore&) = delete;
  SiblingsBefore& operator=(const SiblingsBefore&) = delete;
  ~SiblingsBefore();

  /// Null node: there are no more. Rows and columns of the node are not set.
  TSNode next();
  /// From now on the children of the node that next() gave last, from its end.
  void enter();

 private:
  struct Level;
  void climb_to(std::size_t frame);
  void push_children(bool is_first);  ///< of last_

  const TreeWalk& walk_;
  std::size_t frame_ = 0;  ///< whose children the first level holds
  std::vector<Level> levels_;
  TSNode last_{};
};

/// Appends the children of `node` that are nodes, as a cursor meets them.
void append_children(TSNode node, std::vector<TSNode>& out);

}  // namespace codeweaver::syntax
