// Tests of TreeWalk and children: comparison with a tree cursor, on good and damaged samples.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/tree_walk.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "syntax/parser.hpp"
#include "syntax/samples.hpp"

using namespace codeweaver::syntax;

namespace {

bool same(TSNode a, TSNode b) {
  return ts_node_eq(a, b) && ts_node_symbol(a) == ts_node_symbol(b) &&
         ts_node_start_byte(a) == ts_node_start_byte(b) &&
         ts_node_start_point(a).row == ts_node_start_point(b).row &&
         ts_node_start_point(a).column == ts_node_start_point(b).column;
}

/// Beside what tree-sitter finds from the root down.
void check_siblings(const TreeWalk& walk) {
  const auto ancestors = walk.ancestors();
  for (std::size_t level = ancestors.size() < 4 ? 1 : ancestors.size() - 2;
       level <= ancestors.size(); ++level) {
    const TSNode node = level == ancestors.size() ? walk.node() : ancestors[level];
    if (ts_node_start_byte(node) == ts_node_end_byte(node)) continue;  // it is not found there
    SiblingsBefore siblings(walk, level);
    TSNode expected = ts_node_prev_named_sibling(node);
    for (int i = 0; i < 3; ++i) {
      const TSNode found = siblings.next();
      REQUIRE(ts_node_is_null(found) == ts_node_is_null(expected));
      if (ts_node_is_null(found)) break;
      REQUIRE(ts_node_eq(found, expected));
      REQUIRE(ts_node_start_byte(found) == ts_node_start_byte(expected));
      if (ts_node_start_byte(found) == ts_node_end_byte(found)) break;
      expected = ts_node_prev_named_sibling(expected);
    }
  }
}

/// Beside a cursor on `node`, which is left there.
void check_children(TSTreeCursor& cursor, TSNode node) {
  std::vector<TSNode> children;
  append_children(node, children);
  std::size_t count = 0;
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      REQUIRE(count < children.size());
      REQUIRE(same(children[count++], ts_tree_cursor_current_node(&cursor)));
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
    ts_tree_cursor_goto_parent(&cursor);
  }
  REQUIRE(count == children.size());
}

void check_walk(std::string_view text, LanguageIndex language) {
  const Rules& rules = *rules_of(language);
  Budget budget(std::chrono::seconds(20), std::size_t{1} << 29);
  ParseMemory memory(budget);
  BudgetedParser parser(memory, budget);
  const TSTree* const tree = parser.parse(text, rules);
  REQUIRE(tree != nullptr);
  const ParseMemory::Use use(memory);
  constexpr std::uint16_t kMarks = kDefines | kCall | kComment | kNameLike | kBody | kListLike;
  TreeWalk walk(tree, rules, kMarks);
  std::vector<TSNode> ancestors;
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (bool has_more = true; has_more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const std::uint16_t flags = rules.flags(ts_node_symbol(node));
    if ((flags & kMarks) != 0) {
      REQUIRE(walk.next());
      REQUIRE(same(walk.node(), node));
      CHECK(walk.flags() == flags);
      REQUIRE(walk.ancestors().size() == ancestors.size());
      for (std::size_t i = 0; i < ancestors.size(); ++i)
        REQUIRE(same(walk.ancestors()[i], ancestors[i]));
      check_siblings(walk);
    }
    check_children(cursor, node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      ancestors.push_back(node);
      continue;
    }
    while (has_more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      has_more = ts_tree_cursor_goto_parent(&cursor);
      if (has_more) ancestors.pop_back();
    }
  }
  CHECK_FALSE(walk.next());
  CHECK_FALSE(walk.next());
  ts_tree_cursor_delete(&cursor);
}

}  // namespace

TEST_CASE(
    "tree walk: stops where a cursor finds marked nodes; children and ancestors are the same") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.path.filename().string());
    check_walk(sample.text, sample.language);
  }
}

TEST_CASE("tree walk: damaged texts are walked alike") {
  std::mt19937 random(11);
  for (const Sample& sample : samples()) {
    CAPTURE(sample.path.filename().string());
    std::string text = sample.text;
    for (int i = 0; i < 12 && !text.empty(); ++i) text.erase(random() % text.size(), 1 + i % 3);
    check_walk(text, sample.language);
  }
}
