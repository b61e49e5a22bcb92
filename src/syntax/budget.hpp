// Budget: the CPU time and memory for processing one text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "codeweaver/result.hpp"

namespace codeweaver::syntax {

/// Shared by all work on one text: parsing, extraction and chunking. Belongs to the thread that
/// created it and counts that thread's CPU time from then on.
class Budget {
 public:
  enum class End : std::uint8_t { kNone, kTime, kMemory };

  Budget(std::chrono::milliseconds time, std::size_t bytes);

  /// Whether the budget is used up. Cheap: reads the clock on every 32nd call.
  bool is_over() noexcept;
  /// Like is_over(), but always reads the clock.
  bool look() noexcept;
  /// Takes memory. False: not enough is left, and the budget is used up.
  bool take(std::size_t bytes) noexcept;
  /// Reverses take(), and clears a memory end.
  void give_back(std::size_t bytes) noexcept;
  /// The initial memory limit.
  std::size_t bytes() const noexcept { return bytes_; }

  End end() const noexcept { return end_; }
  /// Continues after an end: adds `percent` of the current time limit, and of the initial memory.
  void extend(unsigned percent) noexcept;
  /// The error for an end. kCancelled: "PARSE_TIMEOUT", "PARSE_MEMORY".
  Error error(End end) const;

 private:
  std::chrono::nanoseconds begin_, time_;
  std::size_t bytes_, left_;
  std::uint32_t calls_ = 0;
  End end_ = End::kNone;
};

}  // namespace codeweaver::syntax
