// TreeWalk: keeps a stack of child lists over tree-sitter's subtrees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/tree_walk.hpp"

#include <algorithm>

// Internal headers of the library; grammars/Cargo.lock pins the version.
#include <language.h>
#include <tree.h>

namespace codeweaver::syntax {

namespace {

/// A tree is larger than the caches, so this prefetches the blocks of all siblings together.
void fetch_ahead(std::span<const Subtree> siblings) noexcept {
  for (const Subtree& sibling : siblings)
    if (!sibling.data.is_inline) __builtin_prefetch(sibling.ptr);
}

}  // namespace

/// The children of one subtree, visible or not, and the position of the walk.
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
  Length start;     ///< of the subtree, after its padding
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

/// Returns the next child of a frame that has one.
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
    if (child->data.is_inline) {  // most children are leaves of eight bytes
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

/// A frame's subtree points into the list of its parent's children, so it shows whether the frame
/// is still the same.
void TreeWalk::update_ancestors() const {
  if (has_ancestors_) return;
  has_ancestors_ = true;
  const auto& stack = frames_->stack;
  const std::size_t own = stack.size() - 1;  // the last frame is the node itself
  while (!ancestors_.empty() &&
         (ancestors_more_.back().frame >= own ||
          stack[ancestors_more_.back().frame].subtree != ancestors_.back().id)) {
    ancestors_.pop_back();
    ancestors_more_.pop_back();
  }
  std::size_t at = ancestors_.empty() ? 0 : ancestors_more_.back().frame + 1;
  for (; at < own; ++at) {
    const Frame& frame = stack[at];
    if (!frame.is_visible) continue;
    const TSNode node = node_at(tree_, frame.subtree, frame.start, frame.alias);
    std::uint16_t flags = rules_.flags(ts_node_symbol(node));
    if ((flags & kDefines) != 0) flags = static_cast<std::uint16_t>(flags & ~kFunctionValue);
    if (!ancestors_more_.empty())
      flags = static_cast<std::uint16_t>(flags | ancestors_more_.back().flags_around);
    ancestors_.push_back(node);
    ancestors_more_.push_back({at, flags});
  }
}

std::span<const TSNode> TreeWalk::ancestors() const {
  update_ancestors();
  return ancestors_;
}

std::uint16_t TreeWalk::flags_around() const {
  update_ancestors();
  return ancestors_more_.empty() ? std::uint16_t{0} : ancestors_more_.back().flags_around;
}

/// Children of one subtree before a certain child.
struct SiblingsBefore::Level {
  const Subtree* children;
  const TSSymbol* aliases;
  std::uint32_t count;       ///< number of children before that child
  std::uint32_t structural;  ///< those of them that can have an alias
  std::uint32_t end;         ///< end offset of the last of them
  bool is_first;             ///< the search ends after this level
};

SiblingsBefore::SiblingsBefore(const TreeWalk& walk, std::size_t level) : walk_(walk) {
  walk.update_ancestors();
  const bool is_node = level == walk.ancestors_.size();
  const std::size_t frame =
      is_node ? walk.frames_->stack.size() - 1 : walk.ancestors_more_[level].frame;
  if (frame > 0) climb_to(frame - 1);
}

SiblingsBefore::~SiblingsBefore() = default;

/// Continues with the children of that frame before the child on the current path.
void SiblingsBefore::climb_to(std::size_t frame) {
  const Frame& above = walk_.frames_->stack[frame];
  const Frame& below = walk_.frames_->stack[frame + 1];
  const bool is_extra = ts_subtree_extra(*below.subtree);
  frame_ = frame;
  levels_.push_back({.children = above.children,
                     .aliases = above.aliases,
                     .count = above.next - 1,
                     .structural = above.next_structural - (is_extra ? 0 : 1),
                     .end = above.next == 1
                                ? below.start.bytes
                                : below.start.bytes - ts_subtree_padding(*below.subtree).bytes,
                     .is_first = above.is_visible});
}

void SiblingsBefore::push_children(bool is_first) {
  const auto* const of = static_cast<const Subtree*>(last_.id);
  const std::uint32_t begin = ts_node_start_byte(last_);
  const Frame inner(last_.tree, of, {begin, {0, 0}}, 0, true);
  const auto structural =
      std::count_if(inner.children, inner.children + inner.count,
                    [](const Subtree& child) { return !ts_subtree_extra(child); });
  levels_.push_back({.children = inner.children,
                     .aliases = inner.aliases,
                     .count = inner.count,
                     .structural = static_cast<std::uint32_t>(structural),
                     .end = begin + ts_subtree_size(*of).bytes,
                     .is_first = is_first});
}

void SiblingsBefore::enter() {
  levels_.clear();
  push_children(true);
}

TSNode SiblingsBefore::next() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.count == 0) {
      const bool is_last = level.is_first;
      levels_.pop_back();
      if (is_last) break;
      if (levels_.empty()) climb_to(frame_ - 1);
      continue;
    }
    const Subtree* const child = level.children + --level.count;
    const bool is_extra = ts_subtree_extra(*child);
    if (!is_extra) --level.structural;
    const TSSymbol alias =
        !is_extra && level.aliases != nullptr ? level.aliases[level.structural] : TSSymbol{0};
    const std::uint32_t end = level.end;
    const std::uint32_t start = end - ts_subtree_size(*child).bytes;
    level.end = level.count == 0 ? start : start - ts_subtree_padding(*child).bytes;
    const bool is_named = alias != 0
                              ? ts_language_symbol_metadata(walk_.tree_->language, alias).named
                              : ts_subtree_visible(*child) && ts_subtree_named(*child);
    last_ = node_at(walk_.tree_, child, {start, {0, 0}}, alias);
    if (is_named) return last_;
    if (ts_subtree_child_count(*child) == 0 || child->ptr->named_child_count == 0) continue;
    push_children(false);
  }
  levels_.clear();
  return {};
}

void append_children(TSNode node, std::vector<TSNode>& out) {
  const auto* const root = static_cast<const Subtree*>(node.id);
  const Length start{ts_node_start_byte(node), ts_node_start_point(node)};
  std::vector<Frame> hidden;  // hidden nodes around the next children, innermost last
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
