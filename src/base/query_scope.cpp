// Whether a thread works for a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/query_scope.hpp"

namespace codeweaver::base {

int& QueryScope::depth() noexcept {
  thread_local int scopes = 0;
  return scopes;
}

}  // namespace codeweaver::base
