// The searcher of a folder with an overlay, kept while neither changes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/overlaid_folder.hpp"

#include "base/try.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

Result<std::shared_ptr<HybridSearcher>> OverlaidFolder::over(std::shared_ptr<HybridSearcher> below,
                                                             const Indexer::Config& config,
                                                             AdmittedPaths& admitted) {
  const StatePaths paths{config.state_dir, config.tree};
  const auto index = base::identity_of(paths.segments() / paths.manifest());
  const std::lock_guard lock(mutex_);
  if (over_ && below_ == below && index && index_ == *index) return over_;
  CODEWEAVER_ASSIGN(auto taken, admitted.within(overlay_));
  CODEWEAVER_ASSIGN(auto made, below->with_overlay(std::move(taken), config.options));
  over_ = std::make_shared<HybridSearcher>(std::move(made));
  below_ = std::move(below);
  index_ = index ? std::optional(*index) : std::nullopt;
  return over_;
}

}  // namespace codeweaver::engine
