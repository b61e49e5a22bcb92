// Opens commits, and indexes those that are not in the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/commit_searchers.hpp"

#include <cstddef>
#include <filesystem>

#include "base/try.hpp"
#include "engine/freshness/folder_runs.hpp"
#include "engine/indexing/commit_run.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kOpenCommits = 4;  // searchers kept by one object

}  // namespace

bool CommitSearchers::is_indexed(const std::string& commit) const {
  return is_commit_indexed(config_, parts_.embedder.get(), commit);
}

/// Requires indexing_.
Result<void> CommitSearchers::index_if_new(const std::string& commit, const CallContext& call) {
  if (is_indexed(commit)) return {};
  {
    const std::lock_guard lock(mutex_);
    open_.erase(commit);
  }
  const Indexer::Parts parts{parts_.embedder, parts_.logger};
  CODEWEAVER_TRY(CommitRun(config_, parts, commit, call).execute());
  if (parts_.past_commits)
    record_commits({config_.state_dir, commit_tree(commit)}, config_.root, 0);
  return {};
}

Result<std::shared_ptr<HybridSearcher>> CommitSearchers::open(const std::string& commit,
                                                              const CallContext& call) {
  if (!is_indexed(commit)) {
    const std::lock_guard turn(indexing_);
    CODEWEAVER_TRY(index_if_new(commit, call));
  }
  const StatePaths tree{config_.state_dir, commit_tree(commit)};
  std::error_code ignored;  // the time marks the commit as used
  std::filesystem::last_write_time(tree.segments() / tree.manifest(),
                                   std::filesystem::file_time_type::clock::now(), ignored);
  if (auto open = held(commit)) return open;
  CODEWEAVER_ASSIGN(auto opened,
                    HybridSearcher::open(config_.state_dir, parts_,
                                         {tree.tree, config_.project_id, config_.root}));
  const std::lock_guard lock(mutex_);
  if (open_.size() >= kOpenCommits) open_.clear();
  return open_[commit] = std::make_shared<HybridSearcher>(std::move(opened));
}

std::shared_ptr<HybridSearcher> CommitSearchers::held(const std::string& commit) {
  const std::lock_guard lock(mutex_);
  const auto open = open_.find(commit);
  return open == open_.end() ? nullptr : open->second;
}

void CommitSearchers::forget() {
  const std::lock_guard lock(mutex_);
  open_.clear();
}

}  // namespace codeweaver::engine
