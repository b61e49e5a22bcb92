// What ends the calls of a thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/stop_scope.hpp"

namespace codeweaver::base {

std::stop_token& StopScope::here() noexcept {
  thread_local std::stop_token stop;
  return stop;
}

}  // namespace codeweaver::base
