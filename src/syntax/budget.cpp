// Budget: measures a thread's CPU clock and counts bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/budget.hpp"

#include <string>

#include "base/os/machine.hpp"

namespace codeweaver::syntax {

namespace {

constexpr std::uint32_t kCallsPerLook = 32;  // reading the clock costs more than most steps
constexpr std::size_t kMebibyte = std::size_t{1} << 20;

Error cancelled(std::string code, const std::string& amount) {
  return {.category = ErrorCategory::kCancelled,
          .code = std::move(code),
          .cause = "Parsing took more than " + amount + ".",
          .context = "parsing source text",
          .action = "Use text chunks for this file."};
}

}  // namespace

Budget::Budget(std::chrono::milliseconds time, std::size_t bytes)
    : begin_(os::thread_cpu_time()), time_(time), bytes_(bytes), left_(bytes) {}

bool Budget::is_over() noexcept {
  if (end_ != End::kNone) return true;
  return ++calls_ % kCallsPerLook == 0 && look();
}

bool Budget::look() noexcept {
  if (end_ == End::kNone && os::thread_cpu_time() - begin_ > time_) end_ = End::kTime;
  return end_ != End::kNone;
}

bool Budget::take(std::size_t bytes) noexcept {
  if (bytes > left_) {
    if (end_ == End::kNone) end_ = End::kMemory;
    return false;
  }
  left_ -= bytes;
  return true;
}

void Budget::give_back(std::size_t bytes) noexcept {
  left_ += bytes;
  if (end_ == End::kMemory) end_ = End::kNone;
}

void Budget::extend(unsigned percent) noexcept {
  time_ += time_ * percent / 100;
  left_ += bytes_ / 100 * percent;
  end_ = End::kNone;
}

Error Budget::error(End end) const {
  if (end == End::kMemory)
    return cancelled("PARSE_MEMORY", std::to_string(bytes_ / kMebibyte) + " MiB of memory");
  const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(time_);
  return cancelled("PARSE_TIMEOUT", std::to_string(limit.count()) + " ms of CPU time");
}

}  // namespace codeweaver::syntax
