// Random decision trees, as nodes in pre-order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "model/flat_trees.hpp"

namespace codeweaver::model::test {

/// In [-1, 1).
inline float random_number(std::mt19937& random) {
  return static_cast<float>(random() % 2000) / 1000 - 1;
}

/// Appends a tree of `splits` splits over `features` features.
inline void grow_tree(std::vector<TreeNode>& nodes, std::size_t splits, std::size_t features,
                      std::mt19937& random) {
  const auto feature = static_cast<std::uint16_t>(random() % features);
  const std::size_t at = nodes.size();
  nodes.push_back({random_number(random), feature, 0});
  if (splits == 0) return;
  const std::size_t left = random() % splits;
  grow_tree(nodes, left, features, random);
  nodes[at].skip = static_cast<std::uint16_t>(nodes.size() - at);
  grow_tree(nodes, splits - 1 - left, features, random);
}

}  // namespace codeweaver::model::test
