// FlatTrees: small decision trees, laid out to evaluate many rows at once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace codeweaver::model {

/// Trees are stored in pre-order. A split goes to the next node if features[feature] <= value, and
/// `skip` nodes further otherwise. A leaf (skip 0) adds its value.
struct TreeNode {
  float value;
  std::uint16_t feature;
  std::uint16_t skip;
};

/// How a block's rows are compared with the splits. All variants give the same numbers.
enum class TreeLanes : std::uint8_t { kPortable, kAvx2, kAvx512 };
inline constexpr std::array kTreeLanes = {TreeLanes::kAvx512, TreeLanes::kAvx2,
                                          TreeLanes::kPortable};

/// Whether this processor supports `lanes`.
bool has_tree_lanes(TreeLanes lanes) noexcept;

/// Every split closes leaves of its tree, independently of the other splits (QuickScorer; Lucchese
/// et al. 2015), so a block of rows needs no branches. Thread safety: const members may be called
/// concurrently.
class FlatTrees {
 public:
  static constexpr std::size_t kMaxLeaves = 16;

  /// Uses the fastest lanes of this processor.
  FlatTrees();
  explicit FlatTrees(TreeLanes lanes) noexcept : lanes_(lanes) {}

  /// Appends the tree that begins at `root`. False: it has more than kMaxLeaves leaves, and this
  /// object is no longer usable.
  bool add(const TreeNode* root);

  /// For each row, the sum of the leaves that it reaches, in tree order. `rows` is row-major with
  /// `width` columns. Cost: about a tenth of walking the trees.
  std::vector<float> scores(std::span<const float> rows, std::size_t width) const;

 private:
  /// A split with a bit mask of the leaves, from left to right, that stay open if it goes right.
  struct Split {
    float value;
    std::uint32_t feature, open;
  };
  /// The leaves of a tree, and the end of its splits. They begin at the end of the previous tree's
  /// splits.
  struct Tree {
    std::uint32_t splits_end;
    std::array<float, kMaxLeaves> leaves;
  };
  template <std::size_t kRows>
  using Columns = std::vector<std::array<float, kRows>>;

  bool add(const TreeNode* node, Tree& tree, std::uint32_t& leaves);

  template <class Work>
  void for_each_block(std::size_t rows, Work&& work) const;
  template <std::size_t kRows>
  void score_block(std::span<const float> rows, std::size_t width, std::span<float> sums) const;
  template <std::size_t kRows>
  void add_scores(const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept;
  template <std::size_t kRows>
  void add_scores_avx2(const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept;
  void add_scores_avx512(const Columns<16>& columns, std::array<float, 16>& sum) const noexcept;

  TreeLanes lanes_;
  std::vector<Split> splits_;
  std::vector<Tree> trees_;
};

}  // namespace codeweaver::model
