// FlatTrees: lays trees out, and evaluates blocks of rows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/flat_trees.hpp"

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace codeweaver::model {
namespace {

// Rows compared at once; a block of columns fits into the first-level cache. Remaining rows use
// smaller blocks.
constexpr std::size_t kBlock = 32, kSmallBlock = 8;
// The rows of one AVX-512 register, which has a mask for each comparison.
constexpr std::size_t kWideBlock = 16;

/// Columns of at most kRows rows.
template <std::size_t kRows>
std::vector<std::array<float, kRows>> columns_of(std::span<const float> rows, std::size_t width) {
  std::vector<std::array<float, kRows>> columns(width);
  for (std::size_t row = 0; row * width < rows.size(); ++row)
    for (std::size_t f = 0; f < width; ++f) columns[f][row] = rows[row * width + f];
  return columns;
}

}  // namespace

bool has_tree_lanes(TreeLanes lanes) noexcept {
  if (lanes == TreeLanes::kPortable) return true;
#if defined(__x86_64__)
  if (lanes == TreeLanes::kAvx2)
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512cd") != 0;
#else
  return false;
#endif
}

FlatTrees::FlatTrees() : lanes_(*std::ranges::find_if(kTreeLanes, has_tree_lanes)) {}

bool FlatTrees::add(const TreeNode* root) {
  Tree tree{static_cast<std::uint32_t>(splits_.size()), {}};
  std::uint32_t leaves = 0;
  if (!add(root, tree, leaves)) return false;
  tree.splits_end = static_cast<std::uint32_t>(splits_.size());
  trees_.push_back(tree);
  return true;
}

/// Appends the splits below `node` to the current tree's splits, which start at tree.splits_end.
/// `leaves` counts the leaves so far.
bool FlatTrees::add(const TreeNode* node, Tree& tree, std::uint32_t& leaves) {
  if (node->skip == 0) {
    if (leaves == kMaxLeaves) return false;
    tree.leaves[leaves++] = node->value;
    return true;
  }
  const std::size_t split = splits_.size();
  if (split - tree.splits_end == kMaxLeaves - 1) return false;
  splits_.push_back({node->value, node->feature, 0});
  const std::uint32_t first = leaves;
  if (!add(node + 1, tree, leaves)) return false;
  const std::uint32_t middle = leaves;
  splits_[split].open = ~((1U << middle) - (1U << first));  // closes the leaves on the left
  return add(node + node->skip, tree, leaves);
}

/// Calls work(first row, number of rows) with the block size as a template argument.
template <class Work>
void FlatTrees::for_each_block(std::size_t rows, Work&& work) const {
  const auto at_most = [&]<std::size_t kRows>(std::size_t row) {
    const std::size_t count = std::min(kRows, rows - row);
    work.template operator()<kRows>(row, count);
    return count;
  };
  for (std::size_t row = 0; row < rows;)
    row += lanes_ == TreeLanes::kAvx512 ? at_most.template operator()<kWideBlock>(row)
           : rows - row >= kBlock       ? at_most.template operator()<kBlock>(row)
                                        : at_most.template operator()<kSmallBlock>(row);
}

std::vector<float> FlatTrees::scores(std::span<const float> rows, std::size_t width) const {
  std::vector<float> sums(rows.size() / width);
  for_each_block(sums.size(), [&]<std::size_t kRows>(std::size_t row, std::size_t count) {
    score_block<kRows>(rows.subspan(row * width, count * width), width,
                       std::span(sums).subspan(row, count));
  });
  return sums;
}

/// Scores at most kRows rows.
template <std::size_t kRows>
void FlatTrees::score_block(std::span<const float> rows, std::size_t width,
                            std::span<float> sums) const {
  const auto columns = columns_of<kRows>(rows, width);
  std::array<float, kRows> sum{};
#if defined(__x86_64__)
  if constexpr (kRows == kWideBlock)
    add_scores_avx512(columns, sum);
  else if (lanes_ == TreeLanes::kAvx2)
    add_scores_avx2<kRows>(columns, sum);
  else
#endif
    add_scores<kRows>(columns, sum);
  std::copy_n(sum.begin(), sums.size(), sums.begin());
}

/// Callers compile it for each kind of processor.
template <std::size_t kRows>
[[gnu::always_inline]] inline void FlatTrees::add_scores(
    const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept {
  const Split* split = splits_.data();
  for (const Tree& tree : trees_) {
    std::array<std::uint32_t, kRows> open;
    open.fill(~0U);
    for (const Split* const end = splits_.data() + tree.splits_end; split != end; ++split) {
      const auto& column = columns[split->feature];
      for (std::size_t i = 0; i < kRows; ++i)
        open[i] &= split->open | (0U - static_cast<std::uint32_t>(column[i] <= split->value));
    }
    for (std::size_t i = 0; i < kRows; ++i)
      sum[i] += tree.leaves[static_cast<std::size_t>(std::countr_zero(open[i]))];
  }
}

#if defined(__x86_64__)
template <std::size_t kRows>
__attribute__((target("avx2,bmi"))) void FlatTrees::add_scores_avx2(
    const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept {
  add_scores<kRows>(columns, sum);
}

#define CODEWEAVER_AVX512 __attribute__((target("avx512f,avx512cd")))

namespace {

/// For each lane, the leaf with the number of its lowest set bit.
CODEWEAVER_AVX512 inline __m512 lowest_open(__m512i open, const float* leaves) noexcept {
  const __m512i lowest = _mm512_and_si512(open, _mm512_sub_epi32(_mm512_setzero_si512(), open));
  const __m512i number = _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(lowest));
  // The form without a mask causes a warning about an undefined value in GCC 12.
  return _mm512_maskz_permutexvar_ps(0xFFFF, number, _mm512_loadu_ps(leaves));
}

CODEWEAVER_AVX512 inline __m512i closed(__m512i open, __mmask16 rows, std::uint32_t left) noexcept {
  return _mm512_mask_and_epi32(open, rows, open, _mm512_set1_epi32(static_cast<int>(left)));
}

}  // namespace

CODEWEAVER_AVX512 void FlatTrees::add_scores_avx512(const Columns<16>& columns,
                                                    std::array<float, 16>& sum) const noexcept {
  __m512 total = _mm512_setzero_ps();
  const Split* split = splits_.data();
  for (const Tree& tree : trees_) {
    __m512i open = _mm512_set1_epi32(-1);
    for (const Split* const end = splits_.data() + tree.splits_end; split != end; ++split) {
      const __m512 column = _mm512_loadu_ps(columns[split->feature].data());
      // NaN goes right, as in a tree walk.
      const __mmask16 right = _mm512_cmp_ps_mask(column, _mm512_set1_ps(split->value), _CMP_NLE_UQ);
      open = closed(open, right, split->open);
    }
    total = _mm512_add_ps(total, lowest_open(open, tree.leaves.data()));
  }
  _mm512_storeu_ps(sum.data(), total);
}

#undef CODEWEAVER_AVX512
#endif

}  // namespace codeweaver::model
