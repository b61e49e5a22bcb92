// Budget: the remaining resources for reading one document.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "codeweaver/result.hpp"
#include "document/document.hpp"

namespace codeweaver::document {

/// Shared by all parts of a document. Use it only on the thread that created it.
class Budget {
 public:
  explicit Budget(const Limits& limits);

  const Limits& limits() const noexcept { return limits_; }
  /// Errors: kCancelled (stop requested); kInvalidArgument "DOCUMENT_TOO_LARGE" (time used up).
  Result<void> check() const;
  /// For loops: false once check() fails. Cost: a counter; every 64th call does a check().
  bool may_go_on() noexcept;
  /// Call it before unpacking `bytes`. Errors: kInvalidArgument "DOCUMENT_TOO_LARGE".
  Result<void> take_unpacked(std::uint64_t bytes);

 private:
  const Limits limits_;
  const std::chrono::nanoseconds begin_;  // CPU time of the thread at the start
  std::uint64_t unpacked_ = 0;
  std::uint32_t calls_ = 0;
  bool is_over_ = false;
};

}  // namespace codeweaver::document
