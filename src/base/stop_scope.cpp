// The stop token and the end time of a thread's calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/stop_scope.hpp"

#include <algorithm>

namespace codeweaver::base {

StopScope::Limits& StopScope::here() noexcept {
  thread_local Limits limits;
  return limits;
}

std::optional<StopScope::Time> StopScope::earlier(std::optional<Time> a, std::optional<Time> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::optional<std::chrono::milliseconds> StopScope::left() {
  const auto& end = here().end;
  if (!end) return std::nullopt;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      *end - std::chrono::steady_clock::now());
  return std::max(left, std::chrono::milliseconds(1));
}

std::chrono::milliseconds StopScope::left_of(std::chrono::milliseconds most) {
  return std::min(left().value_or(most), most);
}

}  // namespace codeweaver::base
