// The searcher of a project, without and with an overlay of files that the project accepts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/unsaved.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/try.hpp"
#include "corpus/discovery.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {

/// The newest committed state. Cost: a check of the manifest if the state is open already.
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::open_searcher(Unsaved* unsaved) {
  std::shared_ptr<HybridSearcher> newest;
  {
    std::lock_guard lock(mutex);
    if (searcher) {
      CODEWEAVER_TRY(searcher->refresh());
    } else {
      CODEWEAVER_ASSIGN(auto opened,
                        HybridSearcher::open(project.state_dir, parts(),
                                             {project.tree, project.project_id, project.root}));
      searcher = std::make_shared<HybridSearcher>(std::move(opened));
    }
    newest = searcher;
  }
  return unsaved == nullptr ? newest : unsaved->over(std::move(newest), *this);
}

/// The files of an overlay that the project accepts. The rules for a path are evaluated once for
/// each state of the index.
Result<Overlay> CodeWeaver::Impl::admitted(const Overlay& overlay) {
  const auto index = base::identity_of(paths().segments() / paths().manifest());
  const std::lock_guard lock(admitted_mutex);
  if (!index || admitted_at != *index) admitted_paths.clear();
  if (index) admitted_at = *index;
  std::vector<std::string> unknown;
  for (const auto& [path, text] : overlay.files())
    if (text && !admitted_paths.contains(path)) unknown.push_back(path);
  if (!unknown.empty()) {
    CODEWEAVER_ASSIGN(
        const auto taken,
        corpus::admitted_paths(project.root, unknown, corpus::discovery_options(options.index)));
    for (auto& path : unknown)
      admitted_paths.emplace(path, std::ranges::binary_search(taken, path));
  }
  Overlay out = overlay;
  for (const auto& [path, text] : overlay.files())
    if (text && !admitted_paths.at(path)) out.forget(path);
  return out;
}

Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Unsaved::over(
    std::shared_ptr<HybridSearcher> below, Impl& impl) {
  const auto index = base::identity_of(impl.paths().segments() / impl.paths().manifest());
  const std::lock_guard lock(mutex_);
  if (over_ && below_ == below && index && index_ == *index) return over_;
  CODEWEAVER_ASSIGN(auto taken, impl.admitted(overlay_));
  CODEWEAVER_ASSIGN(auto made, below->with_overlay(std::move(taken), impl.options.index));
  over_ = std::make_shared<HybridSearcher>(std::move(made));
  below_ = std::move(below);
  index_ = index ? std::optional(*index) : std::nullopt;
  return over_;
}

Result<CodeWeaver> CodeWeaver::with_overlay(Overlay overlay) const {
  Overlay within;
  for (const auto& [path, text] : overlay.files()) {
    CODEWEAVER_ASSIGN(const auto relative, corpus::path_within(impl_->config.root, path));
    CODEWEAVER_TRY(within.share(relative, text));
  }
  return CodeWeaver(impl_, std::make_shared<Unsaved>(std::move(within)));
}

}  // namespace codeweaver::inline v0_1
