// TreeEnsemble: gradient-boosted regression trees, evaluated in place.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "model/flat_trees.hpp"

namespace codeweaver::model {

/// A sum of decision trees over float features (Friedman 2001). Little-endian file:
/// - magic "CWTREES\0", u32 version (1), features, trees, nodes; f32 middle, slope
/// - u32 per tree: its first node
/// - the nodes, each tree in pre-order
/// - the names of the features, each terminated by NUL
///
/// A node is f32 value, u16 feature, u16 skip. A split goes to the next node if features[feature]
/// <= value, and `skip` nodes further otherwise. A leaf (skip 0) adds its value. Thread safety:
/// immutable.
class TreeEnsemble {
 public:
  /// Borrows `bytes`, which must outlive it and start at a multiple of 4. Checks every node, so
  /// evaluation stays in bounds. Errors: kCorruption.
  static Result<TreeEnsemble> from_bytes(std::string_view bytes);

  /// Names of the features, in the order for score().
  const std::vector<std::string_view>& features() const noexcept { return features_; }
  std::size_t tree_count() const noexcept { return roots_.size(); }
  /// The sum of the leaves that `features` (one value per name) reach. Sums in tree order, so the
  /// result is the same on every machine. Cost: depth x trees.
  float score(std::span<const float> features) const noexcept;
  /// The scores of many rows. `rows` is row-major with features().size() columns. Ensembles of
  /// small trees compare a block of rows at once (FlatTrees); others walk row by row.
  std::vector<float> scores(std::span<const float> rows) const;
  /// How much each feature adds to the score of each row, relative to the mean of the rows: sums
  /// the changes of the mean score along the paths (Saabas 2014), with the rows as the population.
  /// Each row sums to its score minus the mean. `rows` and the result are row-major with
  /// features().size() columns. Cost: depth x trees x rows.
  std::vector<float> effects(std::span<const float> rows) const;
  /// The score on the scale [0, 1]: a logistic curve with value 0.5 at `middle`.
  float calibrated(float score) const noexcept;

 private:
  using Node = TreeNode;

  bool is_valid() const noexcept;
  void flatten();
  const Node* leaf(const Node* root, const float* features) const noexcept;
  void add_effects(const Node* node, std::span<const float> rows, std::span<std::uint32_t> members,
                   std::span<const float> leaves, std::span<float> out) const;

  std::vector<std::string_view> features_;
  float middle_ = 0, slope_ = 1;
  std::span<const std::uint32_t> roots_;
  std::span<const Node> nodes_;
  std::optional<FlatTrees> flat_;  ///< unset: a tree is too large
};

}  // namespace codeweaver::model
