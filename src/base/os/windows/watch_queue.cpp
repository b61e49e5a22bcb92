// WatchQueue: a thread receives the changes of folders from Windows and sets an event.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/watch_queue.hpp"

#include <cerrno>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/os/windows/watched_folder.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

/// Key of packets that belong to no folder.
constexpr ULONG_PTR kStop = 0;

}  // namespace

/// Folders belong to the thread once added: only that thread requests and reads changes. Other
/// threads access them under the mutex.
struct WatchQueue::Watches {
  explicit Watches(Handle told)
      : event(told),
        port(handle_of(::CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1))) {
    if (port.is_open()) taker = std::thread([this] { take_all(); });
  }
  Watches(const Watches&) = delete;
  Watches& operator=(const Watches&) = delete;
  ~Watches() {
    if (!taker.joinable()) return;
    {
      const std::lock_guard lock(mutex);
      for (auto& [watch, folder] : folders) folder->cancel();
    }
    ::PostQueuedCompletionStatus(native(port.get()), 0, kStop, nullptr);
    taker.join();
  }

  void take_all() {
    for (bool is_stopped = false;;) {
      DWORD bytes = 0;
      ULONG_PTR key = kStop;
      OVERLAPPED* request = nullptr;
      const bool is_done =
          ::GetQueuedCompletionStatus(native(port.get()), &bytes, &key, &request, INFINITE);
      const std::lock_guard lock(mutex);
      is_stopped = is_stopped || key == kStop;
      if (key != kStop) take(static_cast<int>(key), is_done, bytes);
      // Windows writes to a folder's buffer until the packet of its last request has arrived.
      if (is_stopped && folders.empty()) return;
    }
  }

  void take(int watch, bool is_done, DWORD bytes) {
    const auto found = folders.find(watch);
    if (found == folders.end()) return;
    auto& folder = *found->second;
    if (folder.is_cancelled()) {
      folders.erase(found);
      return;
    }
    if (is_done) folder.take(bytes, events);
    if (!is_done || !folder.ask()) end_gone(watch);
    if (!events.empty()) ::SetEvent(native(event));
  }

  void end_gone(int watch) {
    KeptEvent gone;
    gone.event.watch = watch;
    gone.event.is_folder = gone.event.is_folder_gone = gone.event.has_ended = true;
    events.push_back(std::move(gone));
    folders.erase(watch);
  }

  const Handle event;
  Descriptor port;
  std::mutex mutex;  // guards the members below
  std::map<int, std::unique_ptr<WatchedFolder>> folders;
  std::vector<KeptEvent> events;
  int last = 0;
  std::thread taker;
};

WatchQueue::WatchQueue() noexcept
    : descriptor_(handle_of(::CreateEventW(nullptr, TRUE, FALSE, nullptr))) {
  try {
    watches_ = std::make_unique<Watches>(handle());
  } catch (const std::system_error&) {  // the system allows no more threads
  } catch (const std::bad_alloc&) {
  }
  if (!watches_ || !watches_->port.is_open()) descriptor_.close();
}

WatchQueue::~WatchQueue() = default;

int WatchQueue::add(const PathChar* path) noexcept {
  if (!is_open()) {
    errno = ENOSPC;
    return -1;
  }
  try {
    const std::lock_guard lock(watches_->mutex);
    const int number = watches_->last + 1;
    auto folder = std::make_unique<WatchedFolder>(number, path);
    if (!folder->is_open()) return -1;
    for (const auto& [known, other] : watches_->folders)
      if (!other->is_cancelled() && other->inode() == folder->inode() &&
          other->device() == folder->device())
        return known;
    if (::CreateIoCompletionPort(folder->folder(), native(watches_->port.get()),
                                 static_cast<ULONG_PTR>(number), 0) == nullptr ||
        !folder->ask()) {
      fail();
      return -1;
    }
    watches_->folders.emplace(number, std::move(folder));
    return watches_->last = number;
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return -1;
  }
}

void WatchQueue::end(int watch) noexcept {
  if (!watches_) return;
  const std::lock_guard lock(watches_->mutex);
  const auto found = watches_->folders.find(watch);
  if (found != watches_->folders.end()) found->second->cancel();
}

void WatchQueue::drain(const std::function<void(const WatchEvent&)>& visit) {
  if (!is_open()) return;
  std::vector<KeptEvent> events;
  {
    const std::lock_guard lock(watches_->mutex);
    events.swap(watches_->events);
    ::ResetEvent(native(handle()));
  }
  for (auto& [event, name] : events) {
    event.name = name;
    visit(event);
  }
}

bool WatchQueue::is_drained() const noexcept {
  return !is_open() || ::WaitForSingleObject(native(handle()), 0) != WAIT_OBJECT_0;
}

const char* how_to_allow_more_watches() noexcept {
  return "Close programs that watch many folders";
}

}  // namespace codeweaver::os
