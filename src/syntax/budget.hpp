// Budget: the CPU time and memory that the treatment of one text may take.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "codeweaver/result.hpp"

namespace codeweaver::syntax {

/// Shared by all that is done to one text: its parses, what is extracted of the trees, the cutting
/// into chunks. Belongs to the thread that made it, whose CPU time it counts from then on.
class Budget {
 public:
  enum class End : std::uint8_t { kNone, kTime, kMemory };

  Budget(std::chrono::milliseconds time, std::size_t bytes);

  /// Whether an end was reached. Cheap: the clock is asked every 32nd time.
  bool is_over() noexcept;
  /// The same, and the clock is asked now.
  bool look() noexcept;
  /// Takes memory. False: there was not as much, which is the end.
  bool take(std::size_t bytes) noexcept;
  /// Undoes take(), and an end of memory.
  void give_back(std::size_t bytes) noexcept;
  /// What there was to take at first.
  std::size_t bytes() const noexcept { return bytes_; }

  End end() const noexcept { return end_; }
  /// Goes on after an end, with so much more of either than there was at first, in percent.
  void extend(unsigned percent) noexcept;
  /// What to say of an end. kCancelled: "PARSE_TIMEOUT", "PARSE_MEMORY".
  Error error(End end) const;

 private:
  std::chrono::nanoseconds begin_, time_;
  std::size_t bytes_, left_;
  std::uint32_t calls_ = 0;
  End end_ = End::kNone;
};

}  // namespace codeweaver::syntax
