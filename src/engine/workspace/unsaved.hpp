// CodeWeaver::Unsaved: the overlay of a CodeWeaver and the searcher below it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::inline v0_1 {

/// Thread safety: all members may be called concurrently.
class [[gnu::visibility("hidden")]] CodeWeaver::Unsaved {
 public:
  /// Paths are relative to the project.
  explicit Unsaved(Overlay overlay) : overlay_(std::move(overlay)) {}

  const Overlay& overlay() const noexcept { return overlay_; }
  /// Returns a searcher for `below` with the overlay, limited to the files that the project
  /// accepts. It is created again if `below` differs or the index changed. Errors: those of
  /// HybridSearcher::with_overlay().
  Result<std::shared_ptr<HybridSearcher>> over(std::shared_ptr<HybridSearcher> below, Impl& impl);

 private:
  Overlay overlay_;
  std::mutex mutex_;  // guards the members below
  std::shared_ptr<HybridSearcher> below_, over_;
  std::optional<base::FileIdentity> index_;  // the index under over_
};

}  // namespace codeweaver::inline v0_1
