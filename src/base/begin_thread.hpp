// Starts a thread, or handles the system's refusal.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <system_error>
#include <thread>
#include <utility>

namespace codeweaver::base {

/// Returns a thread that runs `work`. If the system allows no more threads, the result is not
/// joinable. The caller then does the work itself or skips it.
template <class Work>
std::jthread begin_thread(Work work) {
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace codeweaver::base
