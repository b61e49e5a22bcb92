// Budget: counts bytes and CPU time, and checks for stop requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/budget.hpp"

#include "base/os/machine.hpp"
#include "document/errors.hpp"

namespace codeweaver::document {

Budget::Budget(const Limits& limits) : limits_(limits), begin_(os::thread_cpu_time()) {}

Result<void> Budget::check() const {
  if (limits_.stop.stop_requested()) return reading_cancelled();
  if (os::thread_cpu_time() - begin_ > limits_.cpu_time)
    return too_large("reading it takes more than",
                     static_cast<std::uint64_t>(limits_.cpu_time.count()), " ms of CPU time");
  return {};
}

bool Budget::may_go_on() noexcept {
  constexpr std::uint32_t kCallsPerCheck = 64;
  if (calls_++ % kCallsPerCheck == 0) is_over_ = is_over_ || !check();
  return !is_over_;
}

Result<void> Budget::take_unpacked(std::uint64_t bytes) {
  if (bytes > limits_.unpacked_bytes - unpacked_)
    return too_large("its parts unpack to more than", limits_.unpacked_bytes);
  unpacked_ += bytes;
  return {};
}

}  // namespace codeweaver::document
