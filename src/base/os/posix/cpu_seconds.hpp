// Converts times that the system gives in seconds and microseconds.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sys/time.h>

namespace codeweaver::os {

inline double seconds_of(const timeval& time) noexcept {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace codeweaver::os
