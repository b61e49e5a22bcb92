// ImportGraph: nodes by path, edges by file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/import_graph.hpp"

#include <algorithm>
#include <set>

#include "graph/paths.hpp"

namespace codeweaver::engine {
namespace {

/// A C++ include without its quotes or brackets.
std::string_view bare(std::string_view module) {
  const bool is_include = module.size() > 2 && ((module.front() == '<' && module.back() == '>') ||
                                                (module.front() == '"' && module.back() == '"'));
  return is_include ? module.substr(1, module.size() - 2) : module;
}

}  // namespace

std::uint32_t ImportGraph::node(ImportNode::Kind kind, std::string_view path) {
  const auto [at, is_new] =
      numbers_.try_emplace({kind, std::string(path)}, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({.kind = kind, .path = std::string(path)});
  return at->second;
}

void ImportGraph::add(std::uint32_t from, std::uint32_t to, const graph::Import& import) {
  if (from == to) return;
  auto& known = nodes_[from].imports;
  const auto same =
      std::ranges::find_if(known, [&](std::uint32_t edge) { return edges_[edge].to == to; });
  const auto number = same == known.end() ? static_cast<std::uint32_t>(edges_.size()) : *same;
  if (same == known.end()) {
    edges_.push_back({.from = from, .to = to});
    known.push_back(number);
    nodes_[to].importers.push_back(number);
  }
  ImportEdge& edge = edges_[number];
  if (edge.lines.empty() || edge.lines.back() != import.line) edge.lines.push_back(import.line);
  if (!import.name.empty() && std::ranges::find(edge.names, import.name) == edge.names.end())
    edge.names.push_back(import.name);
  edge.is_needed_to_load = edge.is_needed_to_load || (!import.is_deferred && !import.is_type_only);
}

void ImportGraph::add(std::string_view path, const std::vector<graph::Import>& imports) {
  using Of = graph::Import::Of;
  const auto from = node(ImportNode::Kind::kFile, path);
  for (const auto& one : imports) {
    if (one.of == Of::kOutside) add(from, node(ImportNode::Kind::kOutside, bare(one.module)), one);
    if (one.of == Of::kMissing) add(from, node(ImportNode::Kind::kMissing, one.module), one);
    if (one.of == Of::kFiles)
      for (const auto& file : one.files) add(from, node(ImportNode::Kind::kFile, file), one);
    if (one.of != Of::kPackage) continue;
    std::set<std::string_view> folders;
    for (const auto& file : one.files) folders.insert(graph::folder_of(file));
    for (const auto folder : folders) {
      const auto package = node(ImportNode::Kind::kPackage, folder);
      add(from, package, one);
      for (const auto& file : one.files) {
        if (graph::folder_of(file) != folder) continue;
        const auto number = node(ImportNode::Kind::kFile, file);
        auto& files = nodes_[package].files;
        if (std::ranges::find(files, number) != files.end()) continue;
        files.push_back(number);
        packages_.emplace(number, package);
      }
    }
  }
}

std::vector<std::uint32_t> ImportGraph::at(std::string_view path) const {
  std::vector<std::uint32_t> out;
  for (const auto kind : {ImportNode::Kind::kFile, ImportNode::Kind::kPackage})
    if (const auto known = numbers_.find({kind, std::string(path)}); known != numbers_.end())
      out.push_back(known->second);
  return out;
}

std::vector<std::uint32_t> ImportGraph::packages_of(std::uint32_t file) const {
  std::vector<std::uint32_t> out;
  const auto [begin, end] = packages_.equal_range(file);
  for (auto one = begin; one != end; ++one) out.push_back(one->second);
  return out;
}

std::vector<std::uint32_t> ImportGraph::libraries(std::string_view name) const {
  std::vector<std::uint32_t> out;
  const std::string_view wanted = bare(name);
  for (auto one = numbers_.lower_bound({ImportNode::Kind::kOutside, std::string(wanted)});
       one != numbers_.end() && one->first.first == ImportNode::Kind::kOutside &&
       one->first.second.starts_with(wanted);
       ++one) {
    const std::string_view rest = std::string_view(one->first.second).substr(wanted.size());
    if (rest.empty() || rest.front() == '.' || rest.front() == '/' || rest.front() == ':')
      out.push_back(one->second);
  }
  return out;
}

}  // namespace codeweaver::engine
