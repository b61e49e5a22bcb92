// WatchQueue on kqueue(2), which keeps every watched folder and file open.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/watch_queue.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/event.h>

#include <array>
#include <cerrno>
#include <map>
#include <new>
#include <string>
#include <vector>

#include "base/os/darwin/watched_folder.hpp"

namespace codeweaver::os {
namespace {

constexpr std::uint32_t kMoved = NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE;
constexpr std::uint32_t kNamesChanged = NOTE_WRITE | NOTE_EXTEND | NOTE_LINK;

/// An event with its own copy of the name.
struct KeptEvent {
  WatchEvent event;
  std::string name;
};

void keep(std::vector<KeptEvent>& events, int watch, const WatchedFolder::Change& change) {
  WatchEvent event;
  event.watch = watch;
  event.is_folder = change.is_folder;
  event.is_departure = change.is_departure;
  events.push_back({event, change.name});
}

/// An event of the watched folder itself.
WatchEvent event_of(int watch, std::uint32_t notes) noexcept {
  WatchEvent event;
  event.watch = watch;
  event.is_folder = true;
  event.is_unmounted = (notes & NOTE_REVOKE) != 0;
  event.is_folder_gone = (notes & kMoved) != 0;
  event.has_ended = (notes & (NOTE_DELETE | NOTE_REVOKE)) != 0;
  return event;
}

}  // namespace

struct WatchQueue::Watches {
  std::map<int, WatchedFolder> folders;
  int last = 0;

  /// Stops watching a folder that can no longer be watched completely. Adding it again reports the
  /// error.
  void give_up(int watch, std::vector<KeptEvent>& events) {
    folders.erase(watch);
    WatchEvent ended, lost;
    ended.watch = watch;
    ended.has_ended = true;
    lost.is_overflow = true;
    events.push_back({ended, {}});
    events.push_back({lost, {}});
  }

  void take(const struct kevent& told, std::vector<KeptEvent>& events) {
    const auto watch = static_cast<int>(reinterpret_cast<intptr_t>(told.udata));
    const auto found = folders.find(watch);
    if (found == folders.end()) return;
    auto& folder = found->second;
    const auto handle = static_cast<Handle>(told.ident);
    if (handle != folder.handle()) {
      if (const auto* entry = folder.find(handle))
        keep(events, watch, {entry->first, entry->second.type == FileType::kFolder, false});
      return;
    }
    const auto event = event_of(watch, told.fflags);
    if ((told.fflags & (kMoved | NOTE_ATTRIB)) != 0) events.push_back({event, {}});
    if (event.has_ended) {
      folders.erase(found);
      return;
    }
    const auto note = [&](const WatchedFolder::Change& change) { keep(events, watch, change); };
    if ((told.fflags & kNamesChanged) != 0 && !folder.look(note)) give_up(watch, events);
  }
};

WatchQueue::WatchQueue() noexcept : descriptor_(::kqueue()), watches_(new(std::nothrow) Watches) {
  if (!watches_) descriptor_.close();
  if (is_open()) ::fcntl(handle(), F_SETFD, FD_CLOEXEC);
}

WatchQueue::~WatchQueue() = default;

int WatchQueue::add(const char* path) noexcept {
  if (!is_open()) {
    errno = ENOSPC;
    return -1;
  }
  try {
    const int number = watches_->last + 1;
    WatchedFolder folder(handle(), number, path);
    const auto refused = [](int error) {
      errno = error == EMFILE || error == ENFILE ? ENOSPC : error;
      return -1;
    };
    if (!folder.is_open()) return refused(errno);
    for (const auto& [known, other] : watches_->folders)
      if (other.status().inode == folder.status().inode &&
          other.status().device == folder.status().device)
        return known;
    if (!folder.look([](const WatchedFolder::Change&) {})) return refused(errno);
    watches_->folders.emplace(number, std::move(folder));
    return watches_->last = number;
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return -1;
  }
}

void WatchQueue::end(int watch) noexcept {
  if (watches_) watches_->folders.erase(watch);
}

void WatchQueue::drain(const std::function<void(const WatchEvent&)>& visit) {
  constexpr timespec kNow{};
  std::array<struct kevent, 64> told{};
  while (is_open()) {
    const int count =
        ::kevent(handle(), nullptr, 0, told.data(), static_cast<int>(told.size()), &kNow);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    std::vector<KeptEvent> events;  // the visitor may end watches
    for (int i = 0; i < count; ++i) watches_->take(told[static_cast<std::size_t>(i)], events);
    for (auto& [event, name] : events) {
      event.name = name;
      visit(event);
    }
  }
}

bool WatchQueue::is_drained() const noexcept {
  pollfd queue{handle(), POLLIN, 0};
  return ::poll(&queue, 1, 0) == 0;
}

const char* how_to_allow_more_watches() noexcept {
  return "Raise the limit of open files (ulimit -n 65536); each watched file stays open";
}

}  // namespace codeweaver::os
