// Budget: the resources that reading one document may still use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "codeweaver/result.hpp"
#include "document/document.hpp"

namespace codeweaver::document {

/// One for all parts of a document. Thread safety: the thread that made it.
class Budget {
 public:
  explicit Budget(const Limits& limits);

  const Limits& limits() const noexcept { return limits_; }
  /// Errors: kCancelled (the stop was requested); kInvalidArgument "DOCUMENT_TOO_LARGE" (the time
  /// is used up).
  Result<void> check() const;
  /// The same for loops: false once check() fails. Cost: a counter; every 64th call is a check().
  bool may_go_on() noexcept;
  /// Before so many bytes are unpacked. Errors: kInvalidArgument "DOCUMENT_TOO_LARGE".
  Result<void> take_unpacked(std::uint64_t bytes);

 private:
  const Limits limits_;
  const std::chrono::nanoseconds begin_;  // of the thread's processor time
  std::uint64_t unpacked_ = 0;
  std::uint32_t calls_ = 0;
  bool is_over_ = false;
};

}  // namespace codeweaver::document
