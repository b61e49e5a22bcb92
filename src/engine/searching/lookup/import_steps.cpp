// ImportSteps: the edges of the import graph at a file and at its packages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/import_steps.hpp"

#include <algorithm>

#include "base/path_name.hpp"

namespace codeweaver::engine {
namespace {

/// What tests of a Go package import, those who import the package do not need.
bool is_go_test(std::string_view path) {
  return path.ends_with("_test.go");
}

}  // namespace

SymbolMatch file_symbol(std::string_view path, std::string_view kind) {
  return {.name = std::string(kind == kLibraryKind ? path : base::file_name(path)),
          .qualified_name = std::string(path),
          .kind = std::string(kind),
          .path = kind == kLibraryKind ? std::string() : std::string(path),
          .lines = {1, 1}};
}

CallGraphMatch import_match(const ImportGraph& graph, const ImportEdge& edge, bool is_reverse,
                            std::size_t depth) {
  const ImportNode& from = graph.nodes()[edge.from];
  const ImportNode& to = graph.nodes()[edge.to];
  CallGraphMatch out{.depth = depth, .path = from.path, .lines = edge.lines, .names = edge.names};
  out.via = is_reverse ? to.path : from.path;
  if (is_reverse || to.kind == ImportNode::Kind::kFile)
    out.symbol = file_symbol(is_reverse ? from.path : to.path, kFileKind);
  else
    out.symbol = file_symbol(to.path, kPackageKind);
  if (!is_reverse && to.kind == ImportNode::Kind::kMissing) {
    out.link = ReferenceLink::kByName;
    out.symbol = {.name = to.path, .qualified_name = to.path, .kind = std::string(kFileKind)};
  }
  return out;
}

std::vector<std::uint32_t> ImportSteps::edges_of(const SymbolMatch& symbol) const {
  std::vector<std::uint32_t> nodes = symbol.kind == kLibraryKind
                                         ? graph_->libraries(symbol.qualified_name)
                                         : graph_->at(symbol.path);
  const bool is_package = symbol.kind == kPackageKind;
  std::vector<std::uint32_t> more;
  for (const auto node : nodes) {
    if (is_reverse_) more = graph_->packages_of(node);
    if (!is_reverse_ && is_package)
      for (const auto file : graph_->nodes()[node].files)
        if (!is_go_test(graph_->nodes()[file].path)) more.push_back(file);
  }
  nodes.insert(nodes.end(), more.begin(), more.end());
  std::vector<std::uint32_t> out;
  for (const auto node : nodes) {
    const auto& edges =
        is_reverse_ ? graph_->nodes()[node].importers : graph_->nodes()[node].imports;
    out.insert(out.end(), edges.begin(), edges.end());
  }
  return out;
}

Result<std::vector<CallGraphMatch>> ImportSteps::from(const SymbolMatch& symbol,
                                                      std::size_t depth) {
  std::vector<CallGraphMatch> out;
  for (const auto number : edges_of(symbol)) {
    if (!known_.insert(number).second) continue;
    const ImportEdge& edge = graph_->edges()[number];
    const ImportNode& to = graph_->nodes()[edge.to];
    if (!is_reverse_ && to.kind == ImportNode::Kind::kOutside) {
      if (depth == 1) outside_[to.path] += edge.lines.size();
      continue;
    }
    if (!is_reverse_ && to.kind == ImportNode::Kind::kMissing && depth > 1) continue;
    out.push_back(import_match(*graph_, edge, is_reverse_, depth));
  }
  return out;
}

void ImportSteps::finish(CallGraphAnswer& answer) {
  for (const auto& [name, count] : outside_) answer.outside.push_back({name, count});
  std::ranges::stable_sort(answer.outside, std::ranges::greater(), &OutsideCalls::count);
}

}  // namespace codeweaver::engine
