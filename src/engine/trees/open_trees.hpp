// OpenTrees: the searchers of a project's trees: its folder, commits, namespaces, and overlays.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "codeweaver/call_context.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "engine/stores/store_mirror.hpp"
#include "engine/trees/admitted_paths.hpp"
#include "engine/trees/commit_searchers.hpp"
#include "engine/trees/namespace_searchers.hpp"
#include "engine/trees/overlaid_folder.hpp"

namespace codeweaver::engine {

/// Opens searchers on first use and keeps them. Thread safety: calls may be concurrent.
class OpenTrees {
 public:
  /// `config` must outlive it; `mirror` keeps parts.store up to date (null: there is no store).
  OpenTrees(const Indexer::Config& config, const HybridSearcher::Parts& parts,
            std::shared_ptr<StoreMirror> mirror)
      : config_(config),
        parts_(parts),
        commits_(config, parts),
        namespaces_(config, parts, std::move(mirror)),
        admitted_(config) {}

  /// The newest committed state of the folder. Cost: a check of the manifest if it is open already.
  /// Errors: those of HybridSearcher::open().
  Result<std::shared_ptr<HybridSearcher>> folder();
  /// `below` with an overlay; `below` itself if `unsaved` is null.
  Result<std::shared_ptr<HybridSearcher>> with_unsaved(std::shared_ptr<HybridSearcher> below,
                                                       OverlaidFolder* unsaved);
  /// The files of an overlay that the project accepts.
  Result<Overlay> admitted(const Overlay& overlay) { return admitted_.within(overlay); }
  CommitSearchers& commits() noexcept { return commits_; }
  NamespaceSearchers& namespaces() noexcept { return namespaces_; }

  /// Opens the newest state of a commit; "" is the folder.
  Result<std::shared_ptr<HybridSearcher>> open(const std::string& commit, const CallContext& call);
  /// The state of a commit or of the folder that is open already; null: none.
  std::shared_ptr<HybridSearcher> held(const std::string& commit);
  /// Closes the folder and all commits, for example because the database was replaced.
  void close();

 private:
  const Indexer::Config& config_;
  HybridSearcher::Parts parts_;
  CommitSearchers commits_;
  NamespaceSearchers namespaces_;
  AdmittedPaths admitted_;
  std::mutex mutex_;                        // guards folder_
  std::shared_ptr<HybridSearcher> folder_;  // null until a state was opened
};

}  // namespace codeweaver::engine
