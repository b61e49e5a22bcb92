// Locks of open file descriptions (fcntl(2)). Unlike flock(2), they can be tested without locking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/locks.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>

#include <cerrno>
#include <condition_variable>
#include <mutex>

namespace codeweaver::os {
namespace {

/// A lock on the whole file.
struct flock whole_file() {
  struct flock request {};
  request.l_type = F_WRLCK;
  request.l_whence = SEEK_SET;
  return request;
}

/// A call of fcntl(2) that may sleep for days, in a separate thread.
struct LockSleep {
  Handle file = kNoHandle;
  std::mutex mutex;  // guards the members below
  std::condition_variable_any ended;
  std::optional<int> error;  // of the call; 0: the lock is taken
};

/// The thread can be cancelled only in the fcntl(2) call, which has nothing to unwind.
void* sleep_until_free(void* given) {
  auto& sleep = *static_cast<LockSleep*>(given);
  auto request = whole_file();
  int before = 0;
  int result = ::fcntl(sleep.file, F_OFD_SETLKW, &request);
  while (result != 0 && errno == EINTR) result = ::fcntl(sleep.file, F_OFD_SETLKW, &request);
  ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const int error = result == 0 ? 0 : errno;
  const std::lock_guard lock(sleep.mutex);
  sleep.error = error;
  sleep.ended.notify_all();
  return nullptr;
}

}  // namespace

Locked try_lock(Handle file) noexcept {
  auto request = whole_file();
  if (::fcntl(file, F_OFD_SETLK, &request) == 0) return Locked::kYes;
  return errno == EAGAIN || errno == EACCES ? Locked::kHeldByOther : Locked::kFailed;
}

std::optional<int> lock_when_free(Handle file, const std::stop_token& stop) {
  LockSleep sleep;
  sleep.file = file;
  ::pthread_t thread{};
  if (const int error = ::pthread_create(&thread, nullptr, &sleep_until_free, &sleep); error != 0)
    return error;
  const bool has_ended = [&] {
    std::unique_lock lock(sleep.mutex);
    return sleep.ended.wait(lock, stop, [&] { return sleep.error.has_value(); });
  }();
  // Cancelling is the only way to end that call without a signal handler of the program.
  if (!has_ended) ::pthread_cancel(thread);
  ::pthread_join(thread, nullptr);
  return has_ended ? sleep.error : std::nullopt;
}

bool is_locked(Handle file) noexcept {
  auto request = whole_file();
  return ::fcntl(file, F_OFD_GETLK, &request) == 0 && request.l_type != F_UNLCK;
}

void lock_shortly(Handle file) noexcept {
  ::flock(file, LOCK_EX);
}

void unlock_shortly(Handle file) noexcept {
  ::flock(file, LOCK_UN);
}

}  // namespace codeweaver::os
