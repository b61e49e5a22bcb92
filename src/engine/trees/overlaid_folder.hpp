// OverlaidFolder: a project's folder with unsaved texts in place of its files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/overlay.hpp"
#include "engine/trees/admitted_paths.hpp"

namespace codeweaver::engine {

/// Thread safety: all members may be called concurrently.
class OverlaidFolder {
 public:
  /// Paths are relative to the project.
  explicit OverlaidFolder(Overlay overlay) : overlay_(std::move(overlay)) {}

  const Overlay& overlay() const noexcept { return overlay_; }
  /// Returns a searcher for `below` with the overlay, limited to the files that the project
  /// accepts. It is created again if `below` differs or the index changed. Errors: those of
  /// HybridSearcher::with_overlay().
  Result<std::shared_ptr<HybridSearcher>> over(std::shared_ptr<HybridSearcher> below,
                                               const Indexer::Config& config,
                                               AdmittedPaths& admitted);

 private:
  Overlay overlay_;
  std::mutex mutex_;  // guards the members below
  std::shared_ptr<HybridSearcher> below_, over_;
  std::optional<base::FileIdentity> index_;  // the index under over_
};

}  // namespace codeweaver::engine
