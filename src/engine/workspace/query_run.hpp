// QueryRun: the files of one tree that match the exact part of a query, by set operations on paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/query.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {

/// Paths as shown to users.
using QueryPaths = std::set<std::string>;

/// Runs one query over the files of a project or over one of its namespaces. In a namespace, a file
/// is the set of all items of one path. Can run once.
class CodeWeaver::Impl::QueryRun {
 public:
  /// A namespace, as NamespaceKey::to_string(), and its searcher.
  using OtherTree = std::pair<std::string, std::shared_ptr<HybridSearcher>>;

  /// All arguments must outlive it; `other` is null for the folder.
  QueryRun(CodeWeaver& owner, const Query& query, const SearchOptions& options,
           const OtherTree* other, std::stop_token stop);

  /// The matching paths; all paths if the query has no exact part. Errors: those of
  /// CodeWeaver::files_of().
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

  CodeWeaver& owner_;
  Impl& impl_;
  const Query& query_;
  const OtherTree* other_;
  std::optional<NamespaceKey> key_;  // of other_
  std::stop_token stop_;
  SearchOptions tree_;  // with the ref and difference of the tree
  std::optional<Prepared> prepared_;
  std::optional<QueryPaths> all_;
  LineFilter lines_;
  bool is_negated_ = false;
};

}  // namespace codeweaver::inline v0_1
