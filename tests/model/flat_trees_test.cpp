// Tests of FlatTrees: comparison with plain trees, for every kind of processor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/flat_trees.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "model/random_trees.hpp"

namespace codeweaver::model {
namespace {

using test::grow_tree;
using test::random_number;

constexpr std::size_t kFeatures = 5;

float walk(const TreeNode* node, const float* row) {
  while (node->skip != 0) node += row[node->feature] <= node->value ? 1 : node->skip;
  return node->value;
}

TEST_CASE("flat trees: every kind of processor scores rows as a walk does") {
  std::mt19937 random(23);
  for (const std::size_t most_splits : {0U, 3U, 7U, 15U}) {
    std::vector<std::vector<TreeNode>> trees(30);
    for (auto& tree : trees) grow_tree(tree, random() % (most_splits + 1), kFeatures, random);
    for (const TreeLanes lanes : kTreeLanes) {
      if (!has_tree_lanes(lanes)) continue;
      CAPTURE(static_cast<int>(lanes));
      FlatTrees flat(lanes);
      for (const auto& tree : trees) REQUIRE(flat.add(tree.data()));
      for (const std::size_t count : {0U, 1U, 7U, 8U, 16U, 17U, 32U, 45U, 100U}) {
        std::vector<float> rows(count * kFeatures), scores;
        for (float& value : rows) value = random_number(random);
        for (std::size_t row = 0; row < count; ++row) {
          float score = 0;
          for (const auto& tree : trees) score += walk(tree.data(), &rows[row * kFeatures]);
          scores.push_back(score);
        }
        CHECK(flat.scores(rows, kFeatures) == scores);
      }
    }
  }
}

TEST_CASE("flat trees: what is no number goes right, as in a walk") {
  const std::vector<TreeNode> tree = {{0.5F, 0, 2}, {1, 0, 0}, {2, 0, 0}};
  const std::vector<float> row(kFeatures, std::numeric_limits<float>::quiet_NaN());
  for (const TreeLanes lanes : kTreeLanes) {
    if (!has_tree_lanes(lanes)) continue;
    FlatTrees flat(lanes);
    REQUIRE(flat.add(tree.data()));
    CHECK(flat.scores(row, kFeatures) == std::vector<float>{2});
  }
}

TEST_CASE("flat trees: a tree of more leaves than fit is refused") {
  std::mt19937 random(29);
  std::vector<TreeNode> fits, large;
  grow_tree(fits, FlatTrees::kMaxLeaves - 1, kFeatures, random);
  grow_tree(large, FlatTrees::kMaxLeaves, kFeatures, random);
  CHECK(FlatTrees().add(fits.data()));
  CHECK_FALSE(FlatTrees().add(large.data()));
}

}  // namespace
}  // namespace codeweaver::model
