// ProbeScope: marks the work of a thread as a check whether services answer soon.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::base {

/// While it lives, failed calls of this thread do not count for circuit breakers, because a check
/// waits less than a query. Scopes nest. Thread safety: use one scope in one thread.
class ProbeScope {
 public:
  ProbeScope() { ++depth(); }
  ~ProbeScope() { --depth(); }
  ProbeScope(const ProbeScope&) = delete;
  ProbeScope& operator=(const ProbeScope&) = delete;

  static bool is_active() noexcept { return depth() > 0; }

 private:
  static int& depth() noexcept;
};

}  // namespace codeweaver::base
