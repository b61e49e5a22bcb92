// Threads where the system may refuse them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <system_error>
#include <thread>
#include <utility>

namespace codeweaver::base {

/// A thread that does `work`; one that is not joinable where the system allows no more of them, so
/// that the caller goes without, or does the work itself.
template <class Work>
std::jthread begin_thread(Work work) {
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace codeweaver::base
