// CodeWeaver::Unsaved: the overlay of a CodeWeaver, and the searcher under it.
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
  /// `below` under the overlay, as far as the project takes its files; made again when `below` is
  /// another, or somebody has indexed since. Errors: those of HybridSearcher::with_overlay().
  Result<std::shared_ptr<HybridSearcher>> over(std::shared_ptr<HybridSearcher> below, Impl& impl);

 private:
  Overlay overlay_;
  std::mutex mutex_;  // guards what follows
  std::shared_ptr<HybridSearcher> below_, over_;
  std::optional<base::FileIdentity> index_;  // that over_ lies over
};

}  // namespace codeweaver::inline v0_1
