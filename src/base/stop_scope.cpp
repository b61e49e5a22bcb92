// What ends the calls of a thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/stop_scope.hpp"

#include <algorithm>

namespace codeweaver::base {

StopScope::Limits& StopScope::here() noexcept {
  thread_local Limits limits;
  return limits;
}

std::chrono::milliseconds StopScope::left_of(std::chrono::milliseconds most) {
  const auto& end = here().end;
  if (!end) return most;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      *end - std::chrono::steady_clock::now());
  return std::clamp(left, std::chrono::milliseconds(1), most);
}

}  // namespace codeweaver::base
