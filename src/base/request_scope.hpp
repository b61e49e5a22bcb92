// RequestScope: ties the log records of one request together, whoever writes them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace codeweaver::base {

/// While it lives, log records that this thread writes without a request_id get this one. Scopes
/// nest. Thread safety: one scope for one thread.
class RequestScope {
 public:
  explicit RequestScope(std::string id) : before_(std::exchange(here(), std::move(id))) {}
  ~RequestScope() { here() = std::move(before_); }
  RequestScope(const RequestScope&) = delete;
  RequestScope& operator=(const RequestScope&) = delete;

  /// Empty: no request is worked on.
  static const std::string& current() noexcept { return here(); }

 private:
  static std::string& here() noexcept;

  std::string before_;
};

}  // namespace codeweaver::base
