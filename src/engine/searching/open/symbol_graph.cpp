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
    : graph_(graph), lock_(graph.mutex_) {
  if (graph.tree_ == nullptr || graph.tree_->bytes_read() > kMostLinkedBytes) {
    graph.linker_.reset();
    graph.tree_ = std::make_unique<IndexTree>(graph.snapshot_, graph.cache_);
    graph.linker_.emplace(*graph.tree_);
  }
  graph.tree_->read_from(&rows);
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
