// RequestScope: gives all log records of one request the same id.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace codeweaver::base {

/// While it lives, log records of this thread that have no request_id get this one. Scopes nest.
/// Thread safety: use one scope in one thread.
class RequestScope {
 public:
  explicit RequestScope(std::string id) : before_(std::exchange(here(), std::move(id))) {}
  ~RequestScope() { here() = std::move(before_); }
  RequestScope(const RequestScope&) = delete;
  RequestScope& operator=(const RequestScope&) = delete;

  /// Empty: no request is active.
  static const std::string& current() noexcept { return here(); }

 private:
  static std::string& here() noexcept;

  std::string before_;
};

}  // namespace codeweaver::base
