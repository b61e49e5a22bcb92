// TreeWalk: the nodes of a tree that have rules, in pre-order; and the children of a node.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "syntax/rules.hpp"

namespace codeweaver::syntax {

/// Visits all visible nodes like a tree cursor, and stops at nodes with one of the marks. It reads
/// tree-sitter's internal blocks at a third of a cursor's cost. Only this class knows their layout.
/// Iterative, so depth does not use stack. Enters ERROR nodes.
class TreeWalk {
 public:
  struct Frame;

  TreeWalk(const TSTree* tree, const Rules& rules, std::uint16_t marks);
  TreeWalk(const TreeWalk&) = delete;
  TreeWalk& operator=(const TreeWalk&) = delete;
  ~TreeWalk();

  /// Moves to the next marked node; the root comes first. False: no more nodes.
  bool next();
  TSNode node() const noexcept { return node_; }
  /// Rules::flags() of the node.
  std::uint16_t flags() const noexcept { return flags_; }
  /// From the root to the parent of the node. Valid until next(). Cost: proportional to the changes
  /// since the last call.
  std::span<const TSNode> ancestors() const;
  /// The combined flags of all ancestors, without kFunctionValue of ancestors that define
  /// something.
  std::uint16_t flags_around() const;

 private:
  friend class SiblingsBefore;
  struct Frames;
  /// Further facts about each of ancestors_.
  struct Ancestor {
    std::size_t frame = 0;
    std::uint16_t flags_around = 0;  ///< including its own
  };
  void update_ancestors() const;

  const TSTree* tree_;
  const Rules& rules_;
  std::uint16_t marks_;
  std::unique_ptr<Frames> frames_;  // of the node and its ancestors
  bool has_started_ = false;
  TSNode node_{};
  std::uint16_t flags_ = 0;
  mutable std::vector<TSNode> ancestors_;
  mutable std::vector<Ancestor> ancestors_more_;
  mutable bool has_ancestors_ = false;
};

/// The named siblings before a node, nearest first. tree-sitter would search from the root for each
/// one. Borrows the walk, which must not move.
class SiblingsBefore {
 public:
  /// `level`: index of the node in walk.ancestors(), or the number of ancestors for the current
  /// node.
  SiblingsBefore(const TreeWalk& walk, std::size_t level);
  SiblingsBefore(const SiblingsBefore&) = delete;
  SiblingsBefore& operator=(const SiblingsBefore&) = delete;
  ~SiblingsBefore();

  /// Null node: no more siblings. Rows and columns of the node are not set.
  TSNode next();
  /// Continues with the children of the last node from next(), starting at the end.
  void enter();

 private:
  struct Level;
  void climb_to(std::size_t frame);
  void push_children(bool is_first);  ///< of last_

  const TreeWalk& walk_;
  std::size_t frame_ = 0;  ///< the first level holds its children
  std::vector<Level> levels_;
  TSNode last_{};
};

/// Appends the child nodes of `node` in the order of a cursor.
void append_children(TSNode node, std::vector<TSNode>& out);

}  // namespace codeweaver::syntax
