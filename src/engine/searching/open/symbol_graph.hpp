// SymbolGraph: the links between the files of an open state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/overlay/index_rows.hpp"
#include "engine/searching/open/import_graph.hpp"
#include "engine/searching/open/index_tree.hpp"
#include "graph/linker.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Links uses of names in one snapshot, on demand. What was linked is kept for the next question,
/// within a bound on memory. Thread safety: questions wait for each other.
class SymbolGraph {
 public:
  SymbolGraph(std::shared_ptr<const store::Snapshot> snapshot, std::shared_ptr<FactsCache> cache);

  /// The graph while one question uses it.
  class Question {
   public:
    /// Both must outlive it.
    Question(SymbolGraph& graph, const IndexRows& rows);
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;
    ~Question();

    /// Null: the file has no facts.
    std::shared_ptr<const facts::Facts> facts(std::string_view path);
    /// See IndexTree.
    bool lacks_name(std::string_view path, std::string_view name);
    graph::Link link(std::string_view path, std::size_t use);
    /// The imports of all files. What is not read until `end` is missing.
    std::shared_ptr<const ImportGraph> imports(std::chrono::steady_clock::time_point end);
    /// Those of some files.
    std::shared_ptr<const ImportGraph> imports_of(std::span<const std::string> paths,
                                                  std::chrono::steady_clock::time_point end);
    /// See graph::Linker.
    bool may_run(const graph::Target& method, const graph::Target& base);
    bool is_same(const graph::Target& one, const graph::Target& other);
    std::optional<graph::Target> class_of(const graph::Target& member);
    graph::Kinship kinship(const graph::Target& type, const graph::Target& base);

   private:
    /// Begins with an empty linker if there is none, or if it has become large.
    void renew_if_large();

    SymbolGraph& graph_;
    const IndexRows& rows_;
    std::lock_guard<std::mutex> lock_;
  };

 private:
  std::shared_ptr<const store::Snapshot> snapshot_;
  std::shared_ptr<FactsCache> cache_;
  std::mutex mutex_;
  std::unique_ptr<IndexTree> tree_;             // null: no question yet
  std::optional<graph::Linker> linker_;         // reads tree_
  std::shared_ptr<const ImportGraph> imports_;  // null: not asked for yet
};

}  // namespace codeweaver::engine
