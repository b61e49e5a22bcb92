// The rules of discovery, applied to the paths of an overlay.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/admitted_paths.hpp"

#include <algorithm>
#include <vector>

#include "base/try.hpp"
#include "corpus/discovery.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

Result<Overlay> AdmittedPaths::within(const Overlay& overlay) {
  const StatePaths paths{config_.state_dir, config_.tree};
  const auto manifest = base::identity_of(paths.segments() / paths.manifest());
  const std::lock_guard lock(mutex_);
  if (!manifest || manifest_ != *manifest) is_admitted_.clear();
  if (manifest) manifest_ = *manifest;
  std::vector<std::string> unknown;
  for (const auto& [path, text] : overlay.files())
    if (text && !is_admitted_.contains(path)) unknown.push_back(path);
  if (!unknown.empty()) {
    CODEWEAVER_ASSIGN(
        const auto admitted,
        corpus::admitted_paths(config_.root, unknown, corpus::discovery_options(config_.options)));
    for (auto& path : unknown)
      is_admitted_.emplace(path, std::ranges::binary_search(admitted, path));
  }
  Overlay out = overlay;
  for (const auto& [path, text] : overlay.files())
    if (text && !is_admitted_.at(path)) out.forget(path);
  return out;
}

}  // namespace codeweaver::engine
