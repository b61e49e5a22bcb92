// How much of a processor a thread asks for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace codeweaver::base {

/// Lets the threads of others go first from now on, for background work; for good, as systems do
/// not let it be taken back. Where that is refused, nothing happens.
inline void lower_thread_priority() noexcept {
  constexpr int kNice = 10;
  // On Linux niceness belongs to a thread, which is named by its id.
  static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice));
}

}  // namespace codeweaver::base
