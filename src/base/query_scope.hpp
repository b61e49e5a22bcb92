// QueryScope: marks what a thread does for somebody who waits for an answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::base {

/// While it lives, stores that this thread calls are asked once each, as a retry would take longer
/// than the answer may. Scopes nest. Thread safety: one scope for one thread.
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
