// Reads the scopes of a thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/scoped_context.hpp"

#include "base/probe_scope.hpp"
#include "base/query_scope.hpp"
#include "base/request_scope.hpp"
#include "base/stop_scope.hpp"

namespace codeweaver::base {

CallContext scoped_context() {
  CallContext out(StopScope::current());
  out.deadline = StopScope::end();
  out.request_id = RequestScope::current();
  if (QueryScope::is_active()) out.kind = CallContext::Kind::kQuery;
  if (ProbeScope::is_active()) out.kind = CallContext::Kind::kProbe;
  return out;
}

CallContext scoped_context(std::stop_token stop) {
  auto out = scoped_context();
  out.stop = std::move(stop);
  return out;
}

}  // namespace codeweaver::base
