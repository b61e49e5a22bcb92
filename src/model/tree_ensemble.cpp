// TreeEnsemble: reads, checks and walks the trees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/tree_ensemble.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

namespace codeweaver::model {
namespace {

constexpr std::string_view kMagic{"CWTREES\0", 8};
constexpr std::uint32_t kVersion = 1;

struct Header {
  char magic[8];
  std::uint32_t version, features, trees, nodes;
  float middle, slope;
};
static_assert(sizeof(Header) == 32 && std::endian::native == std::endian::little);

Error corrupt(std::string_view what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT", "The tree ensemble " + std::string(what),
          "loading the reranker", "Rebuild or reinstall codeweaver."};
}

}  // namespace

Result<TreeEnsemble> TreeEnsemble::from_bytes(std::string_view bytes) {
  Header header;
  if (bytes.size() < sizeof header) return corrupt("is truncated");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::string_view(header.magic, sizeof header.magic) != kMagic)
    return corrupt("has an invalid header");
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
    if (end == std::string_view::npos) return corrupt("has an unterminated name");
    result.features_.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  if (result.features_.size() != header.features)
    return corrupt("names " + std::to_string(result.features_.size()) + " features, expected " +
                   std::to_string(header.features));
  if (!result.is_valid()) return corrupt("has a node with an invalid child");
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
  FlatTrees flat;
  for (const std::uint32_t root : roots_)
    if (!flat.add(&nodes_[root])) return;
  flat_ = std::move(flat);
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

std::vector<float> TreeEnsemble::scores(std::span<const float> rows) const {
  const std::size_t width = features_.size();
  if (width == 0) return {};
  if (flat_) return flat_->scores(rows, width);
  std::vector<float> sums(rows.size() / width);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = score(rows.subspan(i * width, width));
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
