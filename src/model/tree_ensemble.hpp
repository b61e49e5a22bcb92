// TreeEnsemble: gradient-boosted regression trees, evaluated where they lie.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::model {

/// A sum of decision trees over float features (Friedman 2001). Little-endian file:
///   magic "CWTREES\0", u32 version (1), features, trees, nodes; f32 middle, slope;
///   u32 a tree: its first node; the nodes, each tree in pre-order; the names of the features, each
///   ended by NUL.
/// A node is f32 value, u16 feature, u16 skip: a split goes to the next node when
/// features[feature] <= value and `skip` nodes further otherwise; a leaf (skip 0) adds its value.
/// Thread safety: immutable.
class TreeEnsemble {
 public:
  /// Ensembles with a larger tree are walked row by row.
  static constexpr std::size_t kMaxFlatLeaves = 16;

  /// Views `bytes`, which must outlive it, at a multiple of 4 bytes. Checks every node, so that
  /// evaluation stays inside. Errors: kCorruption.
  static Result<TreeEnsemble> from_bytes(std::string_view bytes);

  /// Names of the features, in the order that score() takes them.
  const std::vector<std::string_view>& features() const noexcept { return features_; }
  std::size_t tree_count() const noexcept { return roots_.size(); }
  /// Sum of the leaves that `features` (one a name) reach. Sums in tree order, so
  /// equal on every machine. Cost: depth x trees.
  float score(std::span<const float> features) const noexcept;
  /// The same of many: `rows` is row-major, features().size() wide. A tree's splits are compared
  /// with a block of rows at once (QuickScorer; Lucchese et al. 2015), so this costs about a tenth.
  std::vector<float> scores(std::span<const float> rows) const;
  /// For each row the most that scores() may give where each value is between those of `lows` and
  /// `highs`: both row-major, features().size() wide, no NaN. Cost: about three times scores().
  std::vector<float> upper_bounds(std::span<const float> lows, std::span<const float> highs) const;
  /// What each feature adds to the score of each row over the mean of the rows: sums along the
  /// paths of the change of the mean score (Saabas 2014), the rows themselves being the population.
  /// Each row sums to its score less the mean. `rows`: row-major, features().size() wide; so is the
  /// result. Cost: depth x trees x rows.
  std::vector<float> effects(std::span<const float> rows) const;
  /// The score on the scale [0, 1]: a logistic curve that is 0.5 at `middle`.
  float calibrated(float score) const noexcept;

 private:
  struct Node {
    float value;
    std::uint16_t feature;
    std::uint16_t skip;
  };
  /// A split with the leaves, one bit each from left to right, that stay open where it goes right.
  struct Split {
    float value;
    std::uint32_t feature, open;
  };
  /// The same with one bit each from the largest leaf to the least, where it goes either way.
  struct BoundSplit {
    float value;
    std::uint32_t feature, open_left, open_right;
  };
  /// A tree of few leaves: where its splits end (they begin where those before it end) and leaves.
  struct FlatTree {
    std::uint32_t splits_end;
    std::array<float, kMaxFlatLeaves> leaves, largest_first;
  };
  bool is_valid() const noexcept;
  void flatten();
  bool flatten(const Node* node, FlatTree& tree, std::uint32_t& leaves);
  void flatten_bounds(FlatTree& tree, std::uint32_t leaves);
  template <std::size_t kRows>
  using Columns = std::vector<std::array<float, kRows>>;
  template <std::size_t kRows>
  Columns<kRows> columns_of(std::span<const float> rows) const;
  template <std::size_t kRows>
  void add_block(std::span<const float> rows, std::span<float> sums) const;
  template <std::size_t kRows>
  void add_trees(const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept;
  template <std::size_t kRows>
  void add_trees_avx2(const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept;
  template <std::size_t kRows>
  void raise_block(std::span<const float> lows, std::span<const float> highs,
                   std::span<float> sums) const;
  template <std::size_t kRows>
  void raise_trees(const Columns<kRows>& lows, const Columns<kRows>& highs,
                   std::array<float, kRows>& sum) const noexcept;
  template <std::size_t kRows>
  void raise_trees_avx2(const Columns<kRows>& lows, const Columns<kRows>& highs,
                        std::array<float, kRows>& sum) const noexcept;
  float upper_bound(const Node* node, const float* lows, const float* highs) const noexcept;
  const Node* leaf(const Node* root, const float* features) const noexcept;
  void add_effects(const Node* node, std::span<const float> rows, std::span<std::uint32_t> members,
                   std::span<const float> leaves, std::span<float> out) const;

  std::vector<std::string_view> features_;
  float middle_ = 0, slope_ = 1;
  std::span<const std::uint32_t> roots_;
  std::span<const Node> nodes_;
  std::vector<Split> splits_;
  std::vector<BoundSplit> bound_splits_;  ///< as many, in the same order
  std::vector<FlatTree> flat_;            ///< empty: a tree is too large
};

}  // namespace codeweaver::model
