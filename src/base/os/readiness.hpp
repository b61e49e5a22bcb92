// Waiting for several things at once, and being woken.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// Something to wait for.
struct Source {
  enum class For : std::uint8_t {
    kInput,   ///< something can be read, or its end is there
    kOutput,  ///< something can be written, or nobody reads
    kEnd      ///< the other side is gone
  };
  Handle handle = kNoHandle;  ///< negative: nothing ever comes of it
  For waits_for = For::kInput;
  bool is_ready = false;  ///< set by wait_for_any()
};

/// How many may be waited for at once.
inline constexpr std::size_t kMostSources = 8;

/// Until one is ready; how many are. 0: the time is over (nullopt: it never is). Negative: errno is
/// set; EINTR when a signal came in between, EINVAL for more than kMostSources.
int wait_for_any(std::span<Source> sources,
                 std::optional<std::chrono::milliseconds> limit = std::nullopt) noexcept;

/// Wakes a thread that waits: a source that is ready for input from set() until clear().
/// Thread safety: all members may be called concurrently.
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
