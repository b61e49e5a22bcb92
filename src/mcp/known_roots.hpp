// KnownRoots: the list of roots of a legacy client, while it is valid.
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
    std::optional<json::Value> answer{};  ///< answer to roots/list; unset: ask
    bool is_late = false;                 ///< no answer in time; do not ask again, it may come
    std::uint64_t edition = 0;            ///< argument of keep() and set_late()
  };

  Known get() const {
    const std::lock_guard lock(mutex_);
    return known_;
  }
  /// Keeps an answer. No effect if the client has announced a change since that edition.
  void keep(std::uint64_t edition, json::Value answer) {
    const std::lock_guard lock(mutex_);
    if (known_.edition == edition) known_.answer = std::move(answer);
  }
  /// The client did not answer in time. No effect if it has announced a change since that edition.
  void set_late(std::uint64_t edition) {
    const std::lock_guard lock(mutex_);
    if (known_.edition == edition) known_.is_late = true;
  }
  /// The client has announced a change.
  void forget() {
    const std::lock_guard lock(mutex_);
    known_.answer.reset();
    known_.is_late = false;
    ++known_.edition;
  }

 private:
  mutable std::mutex mutex_;
  Known known_;  // guarded by mutex_
};

}  // namespace codeweaver::mcp
