// TreeEnsemble: reading, checking and walking the trees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/tree_ensemble.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace codeweaver::model {
namespace {

constexpr std::string_view kMagic{"CWTREES\0", 8};
constexpr std::uint32_t kVersion = 1;
// Rows compared at once; a block of columns stays in the first-level cache. The rows left over take
// smaller blocks.
constexpr std::size_t kBlock = 32, kSmallBlock = 8;

/// Calls work(first row, rows) for blocks of kBlock rows, then of at most kSmallBlock.
template <class Work>
void for_each_block(std::size_t rows, Work&& work) {
  for (std::size_t row = 0; row < rows;) {
    const std::size_t left = rows - row;
    const std::size_t count = left >= kBlock ? kBlock : std::min(kSmallBlock, left);
    work(row, count);
    row += count;
  }
}

struct Header {
  char magic[8];
  std::uint32_t version, features, trees, nodes;
  float middle, slope;
};
static_assert(sizeof(Header) == 32 && std::endian::native == std::endian::little);

#if defined(__x86_64__)
bool has_avx2() noexcept {
  static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
  return has;
}
#endif

Error corrupt(std::string_view what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT", "The tree ensemble " + std::string(what),
          "loading the reranker", "Rebuild or reinstall codeweaver."};
}

}  // namespace

Result<TreeEnsemble> TreeEnsemble::from_bytes(std::string_view bytes) {
  Header header;
  if (bytes.size() < sizeof header) return corrupt("is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::string_view(header.magic, sizeof header.magic) != kMagic)
    return corrupt("has no header of one");
  if (header.version != kVersion)
    return corrupt("has version " + std::to_string(header.version) + ", expected " +
                   std::to_string(kVersion));
  const std::uint64_t names = sizeof header + std::uint64_t{header.trees} * sizeof(std::uint32_t) +
                              std::uint64_t{header.nodes} * sizeof(Node);
  if (bytes.size() < names || std::bit_cast<std::uintptr_t>(bytes.data()) % 4 != 0)
    return corrupt("has " + std::to_string(bytes.size()) + " bytes, expected more than " +
                   std::to_string(names) + " at a multiple of 4");
  TreeEnsemble result;
  result.middle_ = header.middle;
  result.slope_ = header.slope;
  const char* at = bytes.data() + sizeof header;
  result.roots_ = {reinterpret_cast<const std::uint32_t*>(at), header.trees};
  at += result.roots_.size_bytes();
  result.nodes_ = {reinterpret_cast<const Node*>(at), header.nodes};
  for (std::string_view rest = bytes.substr(names); !rest.empty();) {
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) return corrupt("has a name without an end");
    result.features_.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  if (result.features_.size() != header.features)
    return corrupt("names " + std::to_string(result.features_.size()) + " features, expected " +
                   std::to_string(header.features));
  if (!result.is_valid()) return corrupt("has a node that leads nowhere");
  result.flatten();
  return result;
}

bool TreeEnsemble::is_valid() const noexcept {
  if (!std::isfinite(middle_) || !std::isfinite(slope_)) return false;
  for (const std::uint32_t root : roots_)
    if (root >= nodes_.size()) return false;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (!std::isfinite(node.value)) return false;
    if (node.skip == 0) continue;
    if (node.feature >= features_.size() || node.skip < 2 || i + node.skip >= nodes_.size())
      return false;
  }
  return nodes_.empty() || nodes_.back().skip == 0;
}

void TreeEnsemble::flatten() {
  flat_.reserve(roots_.size());
  for (const std::uint32_t root : roots_) {
    FlatTree tree{static_cast<std::uint32_t>(splits_.size()), {}, {}};
    std::uint32_t leaves = 0;
    if (!flatten(&nodes_[root], tree, leaves)) {
      flat_.clear();
      return;
    }
    tree.splits_end = static_cast<std::uint32_t>(splits_.size());
    flatten_bounds(tree, leaves);
    flat_.push_back(tree);
  }
}

/// Appends the splits below `node` to those from tree.splits_end on; `leaves` counts the leaves
/// met. False: there are too many.
bool TreeEnsemble::flatten(const Node* node, FlatTree& tree, std::uint32_t& leaves) {
  if (node->skip == 0) {
    if (leaves == kMaxFlatLeaves) return false;
    tree.leaves[leaves++] = node->value;
    return true;
  }
  const std::size_t split = splits_.size();
  if (split - tree.splits_end == kMaxFlatLeaves - 1) return false;
  splits_.push_back({node->value, node->feature, 0});
  bound_splits_.push_back({node->value, node->feature, 0, 0});
  const std::uint32_t first = leaves;
  if (!flatten(node + 1, tree, leaves)) return false;
  const std::uint32_t middle = leaves;
  splits_[split].open = ~((1U << middle) - (1U << first));  // without the leaves on the left
  if (!flatten(node + node->skip, tree, leaves)) return false;
  bound_splits_[split].open_right = splits_[split].open;
  bound_splits_[split].open_left = ~((1U << leaves) - (1U << middle));
  return true;
}

/// Numbers the leaves of the last tree anew, so that the first open one is the largest.
void TreeEnsemble::flatten_bounds(FlatTree& tree, std::uint32_t leaves) {
  std::array<std::uint32_t, kMaxFlatLeaves> order;
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.begin() + leaves, [&](std::uint32_t a, std::uint32_t b) {
    return tree.leaves[a] > tree.leaves[b];
  });
  for (std::uint32_t i = 0; i < leaves; ++i) tree.largest_first[i] = tree.leaves[order[i]];
  const auto renumbered = [&](std::uint32_t open) {
    std::uint32_t out = 0;
    for (std::uint32_t i = 0; i < leaves; ++i) out |= (open >> order[i] & 1U) << i;
    return out;
  };
  for (std::size_t split = splits_.size() + 1 - leaves; split < splits_.size(); ++split) {
    BoundSplit& bound = bound_splits_[split];
    bound.open_left = renumbered(bound.open_left);
    bound.open_right = renumbered(bound.open_right);
  }
}

const TreeEnsemble::Node* TreeEnsemble::leaf(const Node* node,
                                             const float* features) const noexcept {
  while (node->skip != 0) node += features[node->feature] <= node->value ? 1 : node->skip;
  return node;
}

float TreeEnsemble::score(std::span<const float> features) const noexcept {
  float sum = 0;
  for (const std::uint32_t root : roots_) sum += leaf(&nodes_[root], features.data())->value;
  return sum;
}

/// Of at most kRows rows.
template <std::size_t kRows>
TreeEnsemble::Columns<kRows> TreeEnsemble::columns_of(std::span<const float> rows) const {
  const std::size_t width = features_.size();
  Columns<kRows> columns(width);
  for (std::size_t row = 0; row * width < rows.size(); ++row)
    for (std::size_t f = 0; f < width; ++f) columns[f][row] = rows[row * width + f];
  return columns;
}

/// At most kRows rows.
template <std::size_t kRows>
void TreeEnsemble::add_block(std::span<const float> rows, std::span<float> sums) const {
  const auto columns = columns_of<kRows>(rows);
  std::array<float, kRows> sum{};
#if defined(__x86_64__)
  if (has_avx2())
    add_trees_avx2<kRows>(columns, sum);
  else
#endif
    add_trees<kRows>(columns, sum);
  std::copy_n(sum.begin(), sums.size(), sums.begin());
}

/// Compiled for each kind of processor by its callers.
template <std::size_t kRows>
[[gnu::always_inline]] inline void TreeEnsemble::add_trees(
    const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept {
  const Split* split = splits_.data();
  for (const FlatTree& tree : flat_) {
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
__attribute__((target("avx2,bmi"))) void TreeEnsemble::add_trees_avx2(
    const Columns<kRows>& columns, std::array<float, kRows>& sum) const noexcept {
  add_trees<kRows>(columns, sum);
}
#endif

std::vector<float> TreeEnsemble::scores(std::span<const float> rows) const {
  const std::size_t width = features_.size();
  if (width == 0) return {};
  std::vector<float> sums(rows.size() / width);
  if (flat_.size() != roots_.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = score(rows.subspan(i * width, width));
    return sums;
  }
  for_each_block(sums.size(), [&](std::size_t row, std::size_t count) {
    const auto block = rows.subspan(row * width, count * width);
    const auto out = std::span(sums).subspan(row, count);
    count == kBlock ? add_block<kBlock>(block, out) : add_block<kSmallBlock>(block, out);
  });
  return sums;
}

float TreeEnsemble::upper_bound(const Node* node, const float* lows,
                                const float* highs) const noexcept {
  if (node->skip == 0) return node->value;
  const auto left = [&] { return upper_bound(node + 1, lows, highs); };
  const auto right = [&] { return upper_bound(node + node->skip, lows, highs); };
  if (highs[node->feature] <= node->value) return left();
  return lows[node->feature] > node->value ? right() : std::max(left(), right());
}

/// At most kRows rows.
template <std::size_t kRows>
void TreeEnsemble::raise_block(std::span<const float> lows, std::span<const float> highs,
                               std::span<float> sums) const {
  const auto low_columns = columns_of<kRows>(lows), high_columns = columns_of<kRows>(highs);
  std::array<float, kRows> sum{};
#if defined(__x86_64__)
  if (has_avx2())
    raise_trees_avx2<kRows>(low_columns, high_columns, sum);
  else
#endif
    raise_trees<kRows>(low_columns, high_columns, sum);
  std::copy_n(sum.begin(), sums.size(), sums.begin());
}

/// Adds the largest leaf that no split closes. Compiled for each kind of processor by its callers.
template <std::size_t kRows>
[[gnu::always_inline]] inline void TreeEnsemble::raise_trees(
    const Columns<kRows>& lows, const Columns<kRows>& highs,
    std::array<float, kRows>& sum) const noexcept {
  const BoundSplit* split = bound_splits_.data();
  for (const FlatTree& tree : flat_) {
    std::array<std::uint32_t, kRows> open;
    open.fill(~0U);
    for (const BoundSplit* const end = bound_splits_.data() + tree.splits_end; split != end;
         ++split) {
      const auto& low = lows[split->feature];
      const auto& high = highs[split->feature];
      for (std::size_t i = 0; i < kRows; ++i)
        open[i] &= split->open_right | (0U - static_cast<std::uint32_t>(low[i] <= split->value));
      for (std::size_t i = 0; i < kRows; ++i)
        open[i] &= split->open_left | (0U - static_cast<std::uint32_t>(high[i] > split->value));
    }
    for (std::size_t i = 0; i < kRows; ++i)
      sum[i] += tree.largest_first[static_cast<std::size_t>(std::countr_zero(open[i]))];
  }
}

#if defined(__x86_64__)
template <std::size_t kRows>
__attribute__((target("avx2,bmi"))) void TreeEnsemble::raise_trees_avx2(
    const Columns<kRows>& lows, const Columns<kRows>& highs,
    std::array<float, kRows>& sum) const noexcept {
  raise_trees<kRows>(lows, highs, sum);
}
#endif

std::vector<float> TreeEnsemble::upper_bounds(std::span<const float> lows,
                                              std::span<const float> highs) const {
  const std::size_t width = features_.size();
  if (width == 0) return {};
  std::vector<float> sums(lows.size() / width);
  if (flat_.size() != roots_.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i)
      for (const std::uint32_t root : roots_)
        sums[i] += upper_bound(&nodes_[root], &lows[i * width], &highs[i * width]);
    return sums;
  }
  for_each_block(sums.size(), [&](std::size_t row, std::size_t count) {
    const auto low = lows.subspan(row * width, count * width);
    const auto high = highs.subspan(row * width, count * width);
    const auto out = std::span(sums).subspan(row, count);
    count == kBlock ? raise_block<kBlock>(low, high, out)
                    : raise_block<kSmallBlock>(low, high, out);
  });
  return sums;
}

void TreeEnsemble::add_effects(const Node* node, std::span<const float> rows,
                               std::span<std::uint32_t> members, std::span<const float> leaves,
                               std::span<float> out) const {
  if (node->skip == 0 || members.empty()) return;
  const std::size_t width = features_.size();
  const auto mean = [&](std::span<const std::uint32_t> some) {
    float sum = 0;
    for (const std::uint32_t row : some) sum += leaves[row];
    return sum / static_cast<float>(some.size());
  };
  const auto middle = std::partition(members.begin(), members.end(), [&](std::uint32_t row) {
    return rows[row * width + node->feature] <= node->value;
  });
  const float before = mean(members);
  const std::span<std::uint32_t> sides[] = {{members.begin(), middle}, {middle, members.end()}};
  for (const auto side : sides) {
    if (side.empty()) continue;
    const float change = mean(side) - before;
    for (const std::uint32_t row : side) out[row * width + node->feature] += change;
  }
  add_effects(node + 1, rows, sides[0], leaves, out);
  add_effects(node + node->skip, rows, sides[1], leaves, out);
}

std::vector<float> TreeEnsemble::effects(std::span<const float> rows) const {
  std::vector<float> out(rows.size());
  if (features_.empty()) return out;
  const std::size_t width = features_.size(), count = rows.size() / width;
  std::vector<std::uint32_t> members(count);
  std::iota(members.begin(), members.end(), 0U);
  std::vector<float> leaves(count);
  for (const std::uint32_t root : roots_) {
    for (std::size_t row = 0; row < count; ++row)
      leaves[row] = leaf(&nodes_[root], rows.data() + row * width)->value;
    add_effects(&nodes_[root], rows, members, leaves, out);
  }
  return out;
}

float TreeEnsemble::calibrated(float score) const noexcept {
  return 1 / (1 + std::exp(-slope_ * (score - middle_)));
}

}  // namespace codeweaver::model
