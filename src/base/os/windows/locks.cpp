// Locks by LockFileEx(), on bytes far after the end of the file, so that it stays readable.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/locks.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

constexpr std::uint64_t kLockedByte = std::uint64_t{1} << 62;
constexpr std::uint64_t kShortlyLockedByte = kLockedByte + 1;

OVERLAPPED place_of(std::uint64_t byte) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(byte);
  place.OffsetHigh = static_cast<DWORD>(byte >> 32);
  return place;
}

bool lock(Handle file, std::uint64_t byte, DWORD flags) noexcept {
  auto place = place_of(byte);
  return ::LockFileEx(native(file), flags, 0, 1, 0, &place);
}

void unlock(Handle file, std::uint64_t byte) noexcept {
  auto place = place_of(byte);
  ::UnlockFileEx(native(file), 0, 1, 0, &place);
}

bool is_held_by_other(DWORD error) noexcept {
  return error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING;
}

}  // namespace

Locked try_lock(Handle file) noexcept {
  // is_locked() holds the lock for a few microseconds, so try again.
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    if (i > 0) ::Sleep(1);
    if (lock(file, kLockedByte, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY))
      return Locked::kYes;
    if (is_held_by_other(::GetLastError())) continue;
    fail();
    return Locked::kFailed;
  }
  return Locked::kHeldByOther;
}

// A blocking lock call cannot be cancelled reliably, so this polls.
std::optional<int> lock_when_free(Handle file, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPause{10};
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock waiting(mutex);
  while (!stop.stop_requested()) {
    if (lock(file, kLockedByte, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY)) return 0;
    if (!is_held_by_other(::GetLastError())) return last_errno();
    stopped.wait_for(waiting, stop, kPause, [] { return false; });
  }
  return std::nullopt;
}

// Windows cannot report locks. This takes a shared lock, which does not disturb other callers.
bool is_locked(Handle file) noexcept {
  if (!lock(file, kLockedByte, LOCKFILE_FAIL_IMMEDIATELY))
    return is_held_by_other(::GetLastError());
  unlock(file, kLockedByte);
  return false;
}

void lock_shortly(Handle file) noexcept {
  lock(file, kShortlyLockedByte, LOCKFILE_EXCLUSIVE_LOCK);
}

void unlock_shortly(Handle file) noexcept {
  unlock(file, kShortlyLockedByte);
}

}  // namespace codeweaver::os
