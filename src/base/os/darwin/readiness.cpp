// Waits by poll(2), wakes by kqueue(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/readiness.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/event.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <limits>

#include "base/os/wait_end.hpp"

namespace codeweaver::os {
namespace {

constexpr uintptr_t kWakeUp = 1;  // any number

Descriptor new_queue() noexcept {
  Descriptor queue(::kqueue());
  if (queue.is_open()) ::fcntl(queue.get(), F_SETFD, FD_CLOEXEC);
  return queue;
}

/// Adds or changes a filter of a queue. False: failed.
bool tell_queue(Handle queue, struct kevent event) noexcept {
  return ::kevent(queue, &event, 1, nullptr, 0, nullptr) == 0;
}

struct kevent wake_up_event(std::uint16_t flags, std::uint32_t notes) noexcept {
  struct kevent event {};
  EV_SET(&event, kWakeUp, EVFILT_USER, flags, notes, 0, nullptr);
  return event;
}

/// Detects that the other side has closed, even if unread data is waiting. poll(2) would return for
/// that data every time.
class EndWatch {
 public:
  /// The returned queue is ready for input when data or the end arrived.
  Handle begin(Handle watched) noexcept {
    queue_ = new_queue();
    struct kevent event {};
    EV_SET(&event, static_cast<uintptr_t>(watched), EVFILT_READ, EV_ADD | EV_CLEAR, NOTE_LOWAT,
           INT_MAX, nullptr);
    has_ended_ = !queue_.is_open() || !tell_queue(queue_.get(), event);
    return queue_.get();
  }
  bool has_ended() noexcept {
    constexpr timespec kNow{};
    struct kevent event {};
    while (!has_ended_ && ::kevent(queue_.get(), nullptr, 0, &event, 1, &kNow) > 0)
      has_ended_ = (event.flags & EV_EOF) != 0;
    return has_ended_;
  }

 private:
  Descriptor queue_;
  bool has_ended_ = false;
};

/// Time left until `end`, in the form that poll(2) takes.
int timeout_until(std::optional<WaitClock::time_point> end) noexcept {
  return end ? static_cast<int>(milliseconds_until(*end, std::numeric_limits<int>::max())) : -1;
}

}  // namespace

int wait_for_any(std::span<Source> sources,
                 std::optional<std::chrono::milliseconds> limit) noexcept {
  if (sources.size() > kMostSources) {
    errno = EINVAL;
    return -1;
  }
  std::array<EndWatch, kMostSources> ends;
  std::array<pollfd, kMostSources> polled{};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool is_end = sources[i].waits_for == Source::For::kEnd && sources[i].handle >= 0;
    const bool is_output = sources[i].waits_for == Source::For::kOutput;
    polled[i].fd = is_end ? ends[i].begin(sources[i].handle) : sources[i].handle;
    polled[i].events = is_output ? POLLOUT : POLLIN;
  }
  const auto end = end_of_wait(limit);
  for (;;) {
    const int timeout = timeout_until(end);
    if (::poll(polled.data(), static_cast<nfds_t>(sources.size()), timeout) < 0) return -1;
    int count = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const bool is_end = sources[i].waits_for == Source::For::kEnd && sources[i].handle >= 0;
      sources[i].is_ready = is_end ? ends[i].has_ended() : polled[i].revents != 0;
      count += sources[i].is_ready ? 1 : 0;
    }
    if (count > 0 || timeout == 0) return count;
  }
}

WakeUp::WakeUp() noexcept : descriptor_(new_queue()) {
  if (is_open() && !tell_queue(handle(), wake_up_event(EV_ADD | EV_CLEAR, 0))) descriptor_.close();
}

void WakeUp::set() noexcept {
  tell_queue(handle(), wake_up_event(0, NOTE_TRIGGER));
}

void WakeUp::clear() noexcept {
  constexpr timespec kNow{};
  struct kevent event {};
  ::kevent(handle(), nullptr, 0, &event, 1, &kNow);
}

}  // namespace codeweaver::os
