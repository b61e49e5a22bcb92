// Whether a thread checks services.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/probe_scope.hpp"

namespace codeweaver::base {

int& ProbeScope::depth() noexcept {
  thread_local int scopes = 0;
  return scopes;
}

}  // namespace codeweaver::base
