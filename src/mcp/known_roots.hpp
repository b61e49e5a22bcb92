// KnownRoots: the list of roots of a legacy client, as long as it holds.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "json/value.hpp"

namespace codeweaver::mcp {

/// Thread safety: all members may be called concurrently.
class KnownRoots {
 public:
  struct Known {
    std::optional<json::Value> answer{};  ///< to roots/list; unset: ask
    std::uint64_t edition = 0;            ///< what keep() wants of who asks
  };

  Known get() const {
    const std::lock_guard lock(mutex_);
    return known_;
  }
  /// No effect if the client has told of a change since that edition.
  void keep(std::uint64_t edition, json::Value answer) {
    const std::lock_guard lock(mutex_);
    if (known_.edition == edition) known_.answer = std::move(answer);
  }
  /// The client has told of a change.
  void forget() {
    const std::lock_guard lock(mutex_);
    known_.answer.reset();
    ++known_.edition;
  }

 private:
  mutable std::mutex mutex_;
  Known known_;  // guarded by mutex_
};

}  // namespace codeweaver::mcp
