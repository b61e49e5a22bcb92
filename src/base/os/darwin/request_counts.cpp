// Counters of requests, as bytes in pipes: macOS has no unnamed semaphores for signal handlers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/posix/request_counts.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace codeweaver::os {
namespace {

struct Ends {
  int reader = -1, writer = -1;
};
Ends g_stop_requests, g_hang_ups;

Ends& count_of(Request kind) noexcept {
  return kind == Request::kStop ? g_stop_requests : g_hang_ups;
}

}  // namespace

void begin_count(Request kind) noexcept {
  auto& count = count_of(kind);
  for (const int end : {count.reader, count.writer})
    if (end >= 0) ::close(end);
  count = {};
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[1], F_SETFL, O_NONBLOCK);  // a full pipe may lose a few of thousands of requests
  count = {ends[0], ends[1]};
}

void add_to_count(Request kind) noexcept {
  const int error = errno;
  static_cast<void>(::write(count_of(kind).writer, "", 1));
  errno = error;
}

void take_from_count(Request kind) noexcept {
  for (char taken = 0; ::read(count_of(kind).reader, &taken, 1) != 1 && errno == EINTR;) {
  }
}

}  // namespace codeweaver::os
