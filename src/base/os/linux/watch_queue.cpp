// WatchQueue on inotify(7).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/watch_queue.hpp"

#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace codeweaver::os {
namespace {

constexpr std::size_t kEventBufferBytes = 64U << 10;
constexpr std::uint32_t kWatchedEvents =
    IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
    IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
constexpr std::uint32_t kFolderGone = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED;

WatchEvent event_of(const inotify_event& event, const char* name) noexcept {
  const auto has = [&](std::uint32_t bits) { return (event.mask & bits) != 0; };
  WatchEvent out;
  out.is_overflow = has(IN_Q_OVERFLOW);
  if (out.is_overflow) return out;
  out.watch = event.wd;
  if (event.len > 0) out.name = name;
  out.is_folder = has(IN_ISDIR);
  out.is_departure = has(IN_MOVED_FROM | IN_DELETE);
  out.is_unmounted = has(IN_UNMOUNT);
  out.is_folder_gone = has(kFolderGone);
  out.has_ended = has(IN_IGNORED);
  return out;
}

}  // namespace

struct WatchQueue::Watches {};

WatchQueue::WatchQueue() noexcept : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

WatchQueue::~WatchQueue() = default;

int WatchQueue::add(const char* folder) noexcept {
  return ::inotify_add_watch(descriptor_.get(), folder, kWatchedEvents);
}

void WatchQueue::end(int watch) noexcept {
  ::inotify_rm_watch(descriptor_.get(), watch);
}

void WatchQueue::drain(const std::function<void(const WatchEvent&)>& visit) {
  alignas(inotify_event) std::array<char, kEventBufferBytes> buffer;
  while (is_open()) {
    const ssize_t size = ::read(descriptor_.get(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* const name = buffer.data() + at + sizeof event;
      at += sizeof event + event.len;
      visit(event_of(event, name));
    }
  }
}

bool WatchQueue::is_drained() const noexcept {
  int bytes = 0;
  return ::ioctl(descriptor_.get(), FIONREAD, &bytes) == 0 && bytes == 0;
}

const char* how_to_allow_more_watches() noexcept {
  return "Raise the inotify limit max_user_watches (sudo sysctl "
         "fs.inotify.max_user_watches=1048576) or max_user_instances";
}

}  // namespace codeweaver::os
