// Waits for several handles at once, and wakes waiting threads.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// A handle to wait for.
struct Source {
  enum class For : std::uint8_t {
    kInput,   ///< data or the end can be read
    kOutput,  ///< data can be written, or the reader closed
    kEnd      ///< the other side closed
  };
  Handle handle = kNoHandle;  ///< negative: never becomes ready
  For waits_for = For::kInput;
  bool is_ready = false;  ///< set by wait_for_any()
};

/// Most sources in one wait.
inline constexpr std::size_t kMostSources = 8;

/// Waits until a source is ready and returns how many are. 0: the time limit passed (nullopt: no
/// limit). Negative: errno is set; EINTR if a signal interrupted, EINVAL for more than
/// kMostSources.
int wait_for_any(std::span<Source> sources,
                 std::optional<std::chrono::milliseconds> limit = std::nullopt) noexcept;

/// Wakes a thread that waits: a source that is ready for input from set() until clear(). Thread
/// safety: all members may be called concurrently.
class WakeUp {
 public:
  WakeUp() noexcept;
  bool is_open() const noexcept { return descriptor_.is_open(); }
  Handle handle() const noexcept { return descriptor_.get(); }
  void set() noexcept;
  void clear() noexcept;

 private:
  Descriptor descriptor_;
};

}  // namespace codeweaver::os
