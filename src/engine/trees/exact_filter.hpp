// ExactFilter: the files of one tree that match the exact part of a query, and their lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/query.hpp"
#include "engine/trees/tree_lines.hpp"

namespace codeweaver::engine {

/// Paths as shown to users.
using QueryPaths = std::set<std::string>;

/// A tree whose files are checked. In a namespace, a file is the set of all items of one path.
struct FilteredTree {
  std::string name_space{};             ///< NamespaceKey::to_string(); empty: folder or commit
  std::string ref{}, changed_in{};      ///< see SearchOptions; empty for a namespace
  const Overlay* overlay = nullptr;     ///< unsaved texts of the folder; null: none
  TreeLines* lines = nullptr;           ///< of the project
  const IndexOptions* index = nullptr;  ///< of the project
  /// Opens the index. Called at most once, and only for a query that needs it. Returns null if
  /// nothing is indexed yet.
  std::function<Result<std::shared_ptr<HybridSearcher>>()> open{};
};

/// Runs one query over one tree, by set operations on paths. Can run once.
class ExactFilter {
 public:
  /// All arguments must outlive it.
  ExactFilter(const Query& query, const FilteredTree& tree, const std::stop_token& stop)
      : query_(query), tree_(tree), stop_(stop) {}

  /// The matching paths; all paths if the query has no exact part. Errors: those of
  /// CodeWeaver::files_of() and of FilteredTree::open.
  Result<QueryPaths> admitted();
  /// For each admitted path: the lines that match text parts, expressions and references that are
  /// not negated; all lines if there are none.
  LineFilter lines_of(const QueryPaths& admitted) const;

 private:
  TextSearchOptions search_options() const;
  Result<QueryPaths> all();
  Result<QueryPaths> with_lines(const QueryPart& part);
  template <class Admits>
  Result<QueryPaths> those(Admits admits);
  Result<QueryPaths> of_language(const std::string& name);
  Result<const HybridSearcher*> searcher();
  Result<QueryPaths> with_kind(const std::string& kind);
  Result<QueryPaths> with_symbol(const std::string& name, const std::set<std::string>* kinds);
  Result<QueryPaths> with_references(const std::string& name);
  Result<QueryPaths> all_of(const QueryPart& part);
  Result<QueryPaths> files_of(const QueryPart& part, const std::set<std::string>* kinds);

  const Query& query_;
  const FilteredTree& tree_;
  const std::stop_token& stop_;
  std::optional<std::shared_ptr<HybridSearcher>> searcher_;  // unset: not opened yet
  std::optional<QueryPaths> all_;
  LineFilter lines_;
  bool is_negated_ = false;
};

}  // namespace codeweaver::engine
