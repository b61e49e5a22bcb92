// State of a CodeWeaver, shared by the files that implement it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/freshness/folder_runs.hpp"
#include "engine/freshness/folder_sync.hpp"
#include "engine/freshness/freshness.hpp"
#include "engine/freshness/index_repair.hpp"
#include "engine/freshness/shared_run.hpp"
#include "engine/freshness/watched_tree.hpp"
#include "engine/state/search_target.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_mirror.hpp"
#include "engine/trees/open_trees.hpp"
#include "engine/trees/overlaid_folder.hpp"
#include "engine/trees/tree_lines.hpp"

namespace codeweaver::inline v0_1 {

class [[gnu::visibility("hidden")]] CodeWeaver::Unsaved : public engine::OverlaidFolder {
 public:
  using OverlaidFolder::OverlaidFolder;
};

struct [[gnu::visibility("hidden")]] CodeWeaver::Impl {
  Project project;
  WorkspaceOptions options;
  Indexer::Config config;
  std::shared_ptr<engine::StoreMirror> mirror;  // null: there is no store
  engine::OpenTrees trees;
  engine::FolderRuns runs;
  engine::IndexRepair repairs;
  engine::FolderSync freshness;
  engine::TreeLines lines;
  std::jthread starting_git;  // active while the index is opened

  /// Without null parts.
  Impl(Project opened, WorkspaceOptions parts, Indexer indexer, Indexer::Config its_config,
       std::jthread git);

  engine::StatePaths paths() const { return {project.state_dir, project.tree}; }

  /// A searcher of the requested tree and the options for it.
  struct Prepared {
    std::shared_ptr<HybridSearcher> searcher;  // null: nothing was published yet
    SearchOptions options;
    engine::SearchTarget target;
    std::vector<std::string> warnings{};
    std::string why_none{};                            // the reason if searcher is null
    std::optional<double> coverage{}, seconds_left{};  // unset: the index is complete
  };
  /// `unsaved` (may be null) applies to the searcher of the folder, not to those of commits.
  Result<Prepared> ready(const SearchOptions& options, const CallContext& call, Unsaved* unsaved);
  Result<std::shared_ptr<HybridSearcher>> open_target(Prepared& out, engine::Freshness& fresh,
                                                      const CallContext& call);
  Result<void> skip_stale(const engine::Freshness& fresh, Unsaved* unsaved, Prepared& out,
                          const CallContext& call);
  Result<std::shared_ptr<HybridSearcher>> open_folder(Unsaved* unsaved);
  Result<std::shared_ptr<HybridSearcher>> searcher_of(const std::string& path, Unsaved* unsaved,
                                                      const CallContext& call);
  /// Searches with one searcher; `name_space` is empty for the folder.
  using Ask = std::function<Result<FindCodeResponseSummary>(
      const HybridSearcher& searcher, SearchOptions within, const std::string& name_space)>;
  Result<FindCodeResponseSummary> answer_folder(const SearchOptions& options,
                                                const CallContext& call, Unsaved* unsaved,
                                                const Ask& ask);
  Result<FindCodeResponseSummary> answer(const SearchOptions& options, const CallContext& call,
                                         Unsaved* unsaved, const Ask& ask);
  bool wants_folder(const SearchFilter& filter) const;
  Result<engine::FoundNamespaces> namespaces_for(const SearchOptions& asked,
                                                 const CallContext& call);
  /// The lines that a query admits, by path, by namespace; "" is the folder.
  struct AdmittedLines {
    std::map<std::string, LineFilter> trees;
    std::size_t files = 0;
  };
  Result<AdmittedLines> admit(Unsaved* unsaved, const Query& query, const SearchOptions& asked,
                              const CallContext& call);
  std::shared_ptr<HybridSearcher> open_scopes(const std::string& commit, const CallContext& call,
                                              Unsaved* unsaved);
  std::vector<std::string> current_hits(const HybridSearcher& asked, const TextHits& hits,
                                        const Overlay& unsaved) const;
};

}  // namespace codeweaver::inline v0_1
