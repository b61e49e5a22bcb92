// SymbolGraph: a linker that is dropped when it has become large.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/symbol_graph.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::engine {
namespace {

/// Of facts that a linker holds. Its own tables take about as much. In a large tree, one question
/// may need more than the least; reading the same files again for the next one costs most.
constexpr std::size_t kLeastLinkedBytes = 128U << 20, kMostLinkedBytes = 384U << 20;
constexpr std::size_t kLinkedBytesOfChunk = 1024;
/// Of the links of names.
constexpr std::size_t kNameLinksBytes = 96U << 20;
/// Of the uses of names in files without facts.
constexpr std::size_t kTextUsesBytes = 16U << 20;

std::size_t most_linked_bytes(const store::Snapshot& snapshot) {
  return std::clamp(snapshot.live_chunks * kLinkedBytesOfChunk, kLeastLinkedBytes,
                    kMostLinkedBytes);
}

}  // namespace

SymbolGraph::SymbolGraph(std::shared_ptr<const store::Snapshot> snapshot,
                         std::shared_ptr<GraphCaches> caches)
    : snapshot_(std::move(snapshot)),
      caches_(std::move(caches)),
      links_(kNameLinksBytes),
      texts_(kTextUsesBytes) {}

SymbolGraph::Question::Question(SymbolGraph& graph, const IndexRows& rows)
    : graph_(graph), rows_(rows), lock_(graph.mutex_) {
  renew_if_large();
  graph.tree_->read_from(&rows);
}

void SymbolGraph::Question::renew_if_large() {
  if (graph_.tree_ != nullptr && graph_.tree_->bytes_read() <= most_linked_bytes(*graph_.snapshot_))
    return;
  graph_.linker_.reset();
  graph_.tree_ = std::make_unique<IndexTree>(graph_.snapshot_, graph_.caches_);
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

std::vector<graph::Target> SymbolGraph::Question::types_above(const graph::Target& type) {
  return graph_.linker_->types_above(type);
}

bool SymbolGraph::Question::has_member(const graph::Target& type, std::string_view name) {
  return graph_.linker_->has_member(type, name);
}

void SymbolGraph::Question::keep_links(const std::string& name,
                                       std::shared_ptr<const NameLinks> links) {
  const std::size_t bytes = links->bytes() + name.size();
  graph_.links_.put(name, std::move(links), bytes);
}

void SymbolGraph::Question::keep_texts(const std::string& name,
                                       std::shared_ptr<const TextUses> texts) {
  const std::size_t bytes = texts->bytes() + name.size();
  graph_.texts_.put(name, std::move(texts), bytes);
}

graph::Kinship SymbolGraph::Question::kinship(const graph::Target& type,
                                              const graph::Target& base) {
  return graph_.linker_->kinship(type, base);
}

}  // namespace codeweaver::engine
