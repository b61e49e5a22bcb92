// QueryScope: marks the work of a thread as part of a query that a user waits for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::base {

/// While it lives, calls of this thread to remote stores are not retried, because a retry would
/// take longer than the query may. Scopes nest. Thread safety: use one scope in one thread.
class QueryScope {
 public:
  QueryScope() { ++depth(); }
  ~QueryScope() { --depth(); }
  QueryScope(const QueryScope&) = delete;
  QueryScope& operator=(const QueryScope&) = delete;

  static bool is_active() noexcept { return depth() > 0; }

 private:
  static int& depth() noexcept;
};

}  // namespace codeweaver::base
