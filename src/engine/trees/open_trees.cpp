// The searcher of a project's folder, and access to those of its other trees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/open_trees.hpp"

#include <utility>

#include "base/try.hpp"

namespace codeweaver::engine {

Result<std::shared_ptr<HybridSearcher>> OpenTrees::folder() {
  const std::lock_guard lock(mutex_);
  if (folder_) {
    CODEWEAVER_TRY(folder_->refresh());
    return folder_;
  }
  CODEWEAVER_ASSIGN(auto opened,
                    HybridSearcher::open(config_.state_dir, parts_,
                                         {config_.tree, config_.project_id, config_.root}));
  folder_ = std::make_shared<HybridSearcher>(std::move(opened));
  return folder_;
}

Result<std::shared_ptr<HybridSearcher>> OpenTrees::with_unsaved(
    std::shared_ptr<HybridSearcher> below, OverlaidFolder* unsaved) {
  if (unsaved == nullptr) return below;
  return unsaved->over(std::move(below), config_, admitted_);
}

Result<std::shared_ptr<HybridSearcher>> OpenTrees::open(const std::string& commit,
                                                        const CallContext& call) {
  return commit.empty() ? folder() : commits_.open(commit, call);
}

std::shared_ptr<HybridSearcher> OpenTrees::held(const std::string& commit) {
  if (!commit.empty()) return commits_.held(commit);
  const std::lock_guard lock(mutex_);
  return folder_;
}

void OpenTrees::close() {
  commits_.forget();
  const std::lock_guard lock(mutex_);
  folder_.reset();
}

}  // namespace codeweaver::engine
