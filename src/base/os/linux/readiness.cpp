// Waits by poll(2), wakes by eventfd(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/readiness.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <limits>

namespace codeweaver::os {
namespace {

short events_of(Source::For waits_for) noexcept {
  switch (waits_for) {
    case Source::For::kInput:
      return POLLIN;
    case Source::For::kOutput:
      return POLLOUT;
    case Source::For::kEnd:
      return 0;  // poll(2) always reports POLLHUP and POLLERR
  }
  return 0;
}

}  // namespace

int wait_for_any(std::span<Source> sources,
                 std::optional<std::chrono::milliseconds> limit) noexcept {
  if (sources.size() > kMostSources) {
    errno = EINVAL;
    return -1;
  }
  std::array<pollfd, kMostSources> polled{};
  for (std::size_t i = 0; i < sources.size(); ++i)
    polled[i] = {sources[i].handle, events_of(sources[i].waits_for), 0};
  constexpr std::chrono::milliseconds kLongest{std::numeric_limits<int>::max()};
  const int timeout = limit ? static_cast<int>(std::min(*limit, kLongest).count()) : -1;
  const int count = ::poll(polled.data(), sources.size(), timeout);
  for (std::size_t i = 0; i < sources.size(); ++i)
    sources[i].is_ready = count > 0 && polled[i].revents != 0;
  return count;
}

WakeUp::WakeUp() noexcept : descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

void WakeUp::set() noexcept {
  ::eventfd_write(descriptor_.get(), 1);
}

void WakeUp::clear() noexcept {
  eventfd_t earlier = 0;
  ::eventfd_read(descriptor_.get(), &earlier);
}

}  // namespace codeweaver::os
