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
  const Subtree* subtree;
  Length start;     ///< of the subtree, behind its padding
  TSSymbol alias;   ///< of the subtree; 0: none
  bool is_visible;  ///< the subtree is a node
  std::uint32_t next = 0, next_structural = 0;
  Length end{};  ///< of the child before `next`
  const Subtree* children = nullptr;
  std::uint32_t count = 0;
  const TSSymbol* aliases = nullptr;
};

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
    Frame& frame = stack.emplace_back(Frame{subtree, start, alias, is_visible});
    frame.end = start;
    frame.count = ts_subtree_child_count(*subtree);
    if (frame.count == 0) return;
    frame.children = ts_subtree_children(*subtree);
    fetch_ahead({frame.children, frame.count});
    frame.aliases = ts_language_alias_sequence(tree_->language, subtree->ptr->production_id);
  };
  const auto stops_at = [&](const Subtree* subtree, Length start, TSSymbol alias) {
    TSSymbol symbol = alias != 0 ? alias : ts_subtree_symbol(*subtree);
    if (symbol != ts_builtin_sym_error) symbol = tree_->language->public_symbol_map[symbol];
    flags_ = rules_.flags(symbol);
    if ((flags_ & marks_) == 0) return false;
    node_ = {{start.bytes, start.extent.row, start.extent.column, alias}, subtree, tree_};
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
    const bool is_extra = ts_subtree_extra(*child);
    const TSSymbol alias =
        !is_extra && frame.aliases != nullptr ? frame.aliases[frame.next_structural] : TSSymbol{0};
    if (!is_extra) ++frame.next_structural;
    const Length start =
        frame.next == 0 ? frame.end : length_add(frame.end, ts_subtree_padding(*child));
    frame.end = length_add(start, ts_subtree_size(*child));
    ++frame.next;
    const bool is_visible = ts_subtree_visible(*child) || alias != 0;
    const bool stops = is_visible && stops_at(child, start, alias);
    if (stops || ts_subtree_child_count(*child) > 0) enter(child, start, alias, is_visible);
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
      const Length& start = frame.start;
      ancestors_.push_back({{start.bytes, start.extent.row, start.extent.column, frame.alias},
                            frame.subtree,
                            tree_});
    }
    has_ancestors_ = true;
  }
  return ancestors_;
}

}  // namespace codeweaver::syntax
