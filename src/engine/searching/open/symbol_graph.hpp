// SymbolGraph: the links between the files of an open state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <functional>
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
#include "engine/searching/open/name_links.hpp"
#include "engine/searching/open/shared_cache.hpp"
#include "graph/linker.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Links uses of names in one snapshot, on demand. What was linked is kept for the next question,
/// within bounds on memory: what the linker has read and worked out, and, much smaller, the links
/// of all uses of a name. Thread safety: questions wait for each other.
class SymbolGraph {
 public:
  SymbolGraph(std::shared_ptr<const store::Snapshot> snapshot, std::shared_ptr<GraphCaches> caches);

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
    std::vector<graph::Target> types_above(const graph::Target& type);
    bool has_member(const graph::Target& type, std::string_view name);
    graph::Kinship kinship(const graph::Target& type, const graph::Target& base);

    TextTable& texts() noexcept { return graph_.table_; }
    /// The links of all uses of a name, if an earlier question has kept them; null: none has. Valid
    /// as long as the question.
    std::shared_ptr<const NameLinks> known_links(const std::string& name) {
      return graph_.links_.find(name);
    }
    void keep_links(const std::string& name, std::shared_ptr<const NameLinks> links);
    /// The same for the uses in files without facts.
    std::shared_ptr<const TextUses> known_texts(const std::string& name) {
      return graph_.texts_.find(name);
    }
    void keep_texts(const std::string& name, std::shared_ptr<const TextUses> texts);

   private:
    /// Begins with an empty linker if there is none, or if it has become large.
    void renew_if_large();

    SymbolGraph& graph_;
    const IndexRows& rows_;
    std::lock_guard<std::mutex> lock_;
  };

 private:
  std::shared_ptr<const store::Snapshot> snapshot_;
  std::shared_ptr<GraphCaches> caches_;
  std::mutex mutex_;
  TextTable table_;
  template <class Value>
  using ByName = SharedCache<std::string, Value, std::hash<std::string>, 1>;
  ByName<NameLinks> links_;
  ByName<TextUses> texts_;
  std::unique_ptr<IndexTree> tree_;             // null: no question yet
  std::optional<graph::Linker> linker_;         // reads tree_
  std::shared_ptr<const ImportGraph> imports_;  // null: not asked for yet
};

}  // namespace codeweaver::engine
