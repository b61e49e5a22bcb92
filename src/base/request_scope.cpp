// The request that a thread works on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/request_scope.hpp"

namespace codeweaver::base {

std::string& RequestScope::here() noexcept {
  thread_local std::string id;
  return id;
}

}  // namespace codeweaver::base
