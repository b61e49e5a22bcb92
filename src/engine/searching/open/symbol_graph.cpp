// SymbolGraph: a linker that is dropped when it has become large.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/symbol_graph.hpp"

#include <utility>

namespace codeweaver::engine {
namespace {

/// Of facts that a linker holds. Its own tables take about as much.
constexpr std::size_t kMostLinkedBytes = 128U << 20;

}  // namespace

SymbolGraph::SymbolGraph(std::shared_ptr<const store::Snapshot> snapshot,
                         std::shared_ptr<FactsCache> cache)
    : snapshot_(std::move(snapshot)), cache_(std::move(cache)) {}

SymbolGraph::Question::Question(SymbolGraph& graph, const IndexRows& rows)
    : graph_(graph), rows_(rows), lock_(graph.mutex_) {
  renew_if_large();
  graph.tree_->read_from(&rows);
}

void SymbolGraph::Question::renew_if_large() {
  if (graph_.tree_ != nullptr && graph_.tree_->bytes_read() <= kMostLinkedBytes) return;
  graph_.linker_.reset();
  graph_.tree_ = std::make_unique<IndexTree>(graph_.snapshot_, graph_.cache_);
  graph_.linker_.emplace(*graph_.tree_);
  graph_.tree_->read_from(&rows_);
}

SymbolGraph::Question::~Question() {
  graph_.tree_->read_from(nullptr);
}

std::shared_ptr<const facts::Facts> SymbolGraph::Question::facts(std::string_view path) {
  return graph_.linker_->facts(path);
}

bool SymbolGraph::Question::lacks_name(std::string_view path, std::string_view name) {
  return graph_.tree_->lacks_name(path, name);
}

graph::Link SymbolGraph::Question::link(std::string_view path, std::size_t use) {
  return graph_.linker_->link(path, use);
}

std::shared_ptr<const ImportGraph> SymbolGraph::Question::imports(
    std::chrono::steady_clock::time_point end) {
  if (graph_.imports_ != nullptr) return graph_.imports_;
  auto made = imports_of(graph_.tree_->linked_files(), end);
  if (made->is_complete) graph_.imports_ = made;
  return made;
}

std::shared_ptr<const ImportGraph> SymbolGraph::Question::imports_of(
    std::span<const std::string> paths, std::chrono::steady_clock::time_point end) {
  auto made = std::make_shared<ImportGraph>();
  made->is_complete = true;
  for (const auto& path : paths) {
    made->is_complete = std::chrono::steady_clock::now() < end;
    if (!made->is_complete) break;
    renew_if_large();
    made->add(path, graph_.linker_->imports(path));
  }
  return made;
}

bool SymbolGraph::Question::may_run(const graph::Target& method, const graph::Target& base) {
  return graph_.linker_->may_run(method, base);
}

bool SymbolGraph::Question::is_same(const graph::Target& one, const graph::Target& other) {
  return graph_.linker_->is_same(one, other);
}

std::optional<graph::Target> SymbolGraph::Question::class_of(const graph::Target& member) {
  return graph_.linker_->class_of(member);
}

graph::Kinship SymbolGraph::Question::kinship(const graph::Target& type,
                                              const graph::Target& base) {
  return graph_.linker_->kinship(type, base);
}

}  // namespace codeweaver::engine
