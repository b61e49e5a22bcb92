// TreeWalk: a stack of child lists over tree-sitter's subtrees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/tree_walk.hpp"

// Headers of the library's sources, not of its interface; grammars/Cargo.lock pins the version.
#include <language.h>
#include <tree.h>

namespace codeweaver::syntax {

namespace {

/// A tree is larger than the caches: the blocks of siblings are asked for together.
void fetch_ahead(std::span<const Subtree> siblings) noexcept {
  for (const Subtree& sibling : siblings)
    if (!sibling.data.is_inline) __builtin_prefetch(sibling.ptr);
}

}  // namespace

/// The children of one subtree, visible or not, and how far the walk is.
struct TreeWalk::Frame {
  Frame(const TSTree* tree, const Subtree* of, Length begin, TSSymbol name, bool is_node)
      : subtree(of), start(begin), alias(name), is_visible(is_node), end(begin) {
    count = ts_subtree_child_count(*subtree);
    if (count == 0) return;
    children = ts_subtree_children(*subtree);
    fetch_ahead({children, count});
    aliases = ts_language_alias_sequence(tree->language, subtree->ptr->production_id);
  }

  const Subtree* subtree;
  Length start;     ///< of the subtree, behind its padding
  TSSymbol alias;   ///< of the subtree; 0: none
  bool is_visible;  ///< the subtree is a node
  std::uint32_t next = 0, next_structural = 0;
  Length end;  ///< of the child before `next`
  const Subtree* children = nullptr;
  std::uint32_t count = 0;
  const TSSymbol* aliases = nullptr;
};

namespace {

using Frame = TreeWalk::Frame;

struct Child {
  const Subtree* subtree;
  Length start;
  TSSymbol alias;
  bool is_visible;
};

/// The next child of a frame that has one.
Child step(Frame& frame) {
  const Subtree* const child = frame.children + frame.next;
  const bool is_extra = ts_subtree_extra(*child);
  const TSSymbol alias =
      !is_extra && frame.aliases != nullptr ? frame.aliases[frame.next_structural] : TSSymbol{0};
  if (!is_extra) ++frame.next_structural;
  const Length start =
      frame.next == 0 ? frame.end : length_add(frame.end, ts_subtree_padding(*child));
  frame.end = length_add(start, ts_subtree_size(*child));
  ++frame.next;
  return {child, start, alias, ts_subtree_visible(*child) || alias != 0};
}

TSNode node_at(const TSTree* tree, const Subtree* subtree, Length start, TSSymbol alias) noexcept {
  return {{start.bytes, start.extent.row, start.extent.column, alias}, subtree, tree};
}

}  // namespace

struct TreeWalk::Frames {
  std::vector<Frame> stack;
};

TreeWalk::TreeWalk(const TSTree* tree, const Rules& rules, std::uint16_t marks)
    : tree_(tree), rules_(rules), marks_(marks), frames_(std::make_unique<Frames>()) {}

TreeWalk::~TreeWalk() = default;

bool TreeWalk::next() {
  auto& stack = frames_->stack;
  has_ancestors_ = false;
  const auto enter = [&](const Subtree* subtree, Length start, TSSymbol alias, bool is_visible) {
    stack.emplace_back(tree_, subtree, start, alias, is_visible);
  };
  const auto stops_at = [&](const Subtree* subtree, Length start, TSSymbol alias) {
    TSSymbol symbol = alias != 0 ? alias : ts_subtree_symbol(*subtree);
    if (symbol != ts_builtin_sym_error) symbol = tree_->language->public_symbol_map[symbol];
    flags_ = rules_.flags(symbol);
    if ((flags_ & marks_) == 0) return false;
    node_ = node_at(tree_, subtree, start, alias);
    return true;
  };
  if (!has_started_) {
    has_started_ = true;
    const Length start = ts_subtree_padding(tree_->root);
    enter(&tree_->root, start, 0, true);
    if (stops_at(&tree_->root, start, 0)) return true;
  }
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next == frame.count) {
      stack.pop_back();
      continue;
    }
    const Subtree* const child = frame.children + frame.next;
    if (child->data.is_inline) {  // most are: a leaf of eight bytes
      const SubtreeInlineData leaf = child->data;
      const TSSymbol alias = !leaf.extra && frame.aliases != nullptr
                                 ? frame.aliases[frame.next_structural]
                                 : TSSymbol{0};
      if (!leaf.extra) ++frame.next_structural;
      const Length start =
          frame.next == 0 ? frame.end : length_add(frame.end, ts_subtree_padding(*child));
      frame.end = {start.bytes + leaf.size_bytes,
                   {start.extent.row, start.extent.column + leaf.size_bytes}};
      ++frame.next;
      const bool is_visible = leaf.visible || alias != 0;
      if (!is_visible || !stops_at(child, start, alias)) continue;
      enter(child, start, alias, is_visible);
      return true;
    }
    const auto [subtree, start, alias, is_visible] = step(frame);
    const bool stops = is_visible && stops_at(subtree, start, alias);
    if (stops || ts_subtree_child_count(*subtree) > 0) enter(subtree, start, alias, is_visible);
    if (stops) return true;
  }
  return false;
}

std::span<const TSNode> TreeWalk::ancestors() const {
  if (!has_ancestors_) {
    ancestors_.clear();
    const auto& stack = frames_->stack;
    for (std::size_t i = 0; i + 1 < stack.size(); ++i) {  // the last one is the node itself
      const Frame& frame = stack[i];
      if (!frame.is_visible) continue;
      ancestors_.push_back(node_at(tree_, frame.subtree, frame.start, frame.alias));
    }
    has_ancestors_ = true;
  }
  return ancestors_;
}

void append_children(TSNode node, std::vector<TSNode>& out) {
  const auto* const root = static_cast<const Subtree*>(node.id);
  const Length start{ts_node_start_byte(node), ts_node_start_point(node)};
  std::vector<Frame> hidden;  // around the children that come next, innermost last
  Frame frame(node.tree, root, start, 0, true);
  while (true) {
    if (frame.next == frame.count) {
      if (hidden.empty()) return;
      frame = hidden.back();
      hidden.pop_back();
      continue;
    }
    const Child child = step(frame);
    if (child.is_visible) {
      out.push_back(node_at(node.tree, child.subtree, child.start, child.alias));
    } else if (ts_subtree_child_count(*child.subtree) > 0) {
      hidden.push_back(frame);
      frame = Frame(node.tree, child.subtree, child.start, 0, false);
    }
  }
}

}  // namespace codeweaver::syntax
