// Import cycles: Tarjan's algorithm without recursion, then a search in breadth in each group.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/import_cycles.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "engine/searching/lookup/import_steps.hpp"

namespace codeweaver::engine {
namespace {

using Node = std::uint32_t;
constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostBegins = 300;

bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

class CycleFinder {
 public:
  CycleFinder(const ImportGraph& graph, std::string_view folder)
      : graph_(graph),
        order_(graph.nodes().size(), kUnseen),
        lowest_(graph.nodes().size(), kUnseen),
        group_(graph.nodes().size(), kUnseen) {
    for (const auto& node : graph.nodes())
      counts_.push_back(node.kind == ImportNode::Kind::kFile && is_below(node.path, folder));
    for (Node node = 0; node < counts_.size(); ++node)
      if (counts_[node] && order_[node] == kUnseen) visit(node);
  }

  std::vector<ImportCycle> cycles() {
    std::vector<ImportCycle> out;
    for (auto& files : groups_) {
      std::ranges::sort(files, {}, [&](Node one) { return graph_.nodes()[one].path; });
      ImportCycle made;
      for (const auto node : files) made.files.push_back(graph_.nodes()[node].path);
      made.steps = shortest(files);
      out.push_back(std::move(made));
    }
    std::ranges::sort(out, {}, [](const ImportCycle& one) {
      return std::tuple(one.files.size(), std::string_view(one.files.front()));
    });
    return out;
  }

 private:
  struct Visit {
    Node node;
    std::size_t next = 0;  // of its imports
  };

  bool counts(const ImportEdge& edge) const { return edge.is_needed_to_load && counts_[edge.to]; }

  void begin(Node node) {
    order_[node] = lowest_[node] = next_++;
    open_.push_back(node);
    path_.push_back({node});
  }

  void visit(Node first) {
    begin(first);
    while (!path_.empty()) {
      Visit& at = path_.back();
      const Node node = at.node;
      const auto& imports = graph_.nodes()[node].imports;
      if (at.next == imports.size()) {
        end(node);
        continue;
      }
      const ImportEdge& edge = graph_.edges()[imports[at.next++]];
      if (!counts(edge)) continue;
      if (order_[edge.to] == kUnseen)
        begin(edge.to);
      else if (group_[edge.to] == kUnseen)
        lowest_[node] = std::min(lowest_[node], order_[edge.to]);
    }
  }

  void end(Node node) {
    path_.pop_back();
    if (!path_.empty()) {
      auto& before = lowest_[path_.back().node];
      before = std::min(before, lowest_[node]);
    }
    if (lowest_[node] != order_[node]) return;
    const auto begin = std::find(open_.rbegin(), open_.rend(), node).base() - 1;
    for (auto one = begin; one != open_.end(); ++one) group_[*one] = next_group_;
    if (open_.end() - begin > 1) groups_.emplace_back(begin, open_.end());
    open_.erase(begin, open_.end());
    ++next_group_;
  }

  std::vector<CallGraphMatch> shortest(const std::vector<Node>& files) {
    constexpr std::size_t kLeast = 2;
    std::vector<std::uint32_t> best;
    for (std::size_t i = 0; i < std::min(files.size(), kMostBegins); ++i) {
      auto found = cycle_from(files[i], best.size());
      if (!found.empty()) best = std::move(found);
      if (best.size() == kLeast) break;
    }
    std::vector<CallGraphMatch> out;
    for (const auto edge : best)
      out.push_back(import_match(graph_, graph_.edges()[edge], false, out.size() + 1));
    return out;
  }

  /// The edges of a shortest cycle through a node; empty: there is none with fewer than `most`
  /// edges (0: any).
  std::vector<std::uint32_t> cycle_from(Node first, std::size_t most) {
    std::vector<std::pair<Node, std::uint32_t>> reached{{first, kUnseen}};  // and the edge to it
    std::vector<std::size_t> before{0}, depth{0};
    std::vector<bool> known(graph_.nodes().size());
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (most > 0 && depth[i] + 1 >= most) break;
      for (const auto number : graph_.nodes()[reached[i].first].imports) {
        const ImportEdge& edge = graph_.edges()[number];
        if (!counts(edge) || group_[edge.to] != group_[first]) continue;
        if (edge.to == first) {
          std::vector<std::uint32_t> out{number};
          for (std::size_t at = i; at != 0; at = before[at]) out.push_back(reached[at].second);
          std::ranges::reverse(out);
          return out;
        }
        if (known[edge.to]) continue;
        known[edge.to] = true;
        reached.emplace_back(edge.to, number);
        before.push_back(i);
        depth.push_back(depth[i] + 1);
      }
    }
    return {};
  }

  const ImportGraph& graph_;
  std::vector<bool> counts_;                           // by node
  std::vector<std::uint32_t> order_, lowest_, group_;  // by node
  std::vector<Node> open_;
  std::vector<Visit> path_;
  std::vector<std::vector<Node>> groups_;
  std::uint32_t next_ = 0, next_group_ = 0;
};

}  // namespace

std::vector<ImportCycle> import_cycles(const ImportGraph& graph, std::string_view folder) {
  return CycleFinder(graph, folder).cycles();
}

}  // namespace codeweaver::engine
