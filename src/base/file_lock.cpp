// FileLock: one holder among all processes, by an open file description lock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/descriptor.hpp"
#include "base/file.hpp"
#include "base/private_files.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::base {
namespace {

/// "<pid> <ISO 8601 time>\n", as the holder left it; empty when it had no time to.
FileLock::Note read_note_of(int descriptor) {
  std::array<char, 64> bytes{};
  const ssize_t got = ::pread(descriptor, bytes.data(), bytes.size(), 0);
  const std::string_view text(bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  const auto space = text.find(' ');
  const auto end = text.find('\n');
  if (space == std::string_view::npos || end == std::string_view::npos || end < space) return {};
  return {std::string(text.substr(0, space)), std::string(text.substr(space + 1, end - space - 1))};
}

Error locked_error(const std::filesystem::path& path, const FileLock::Note& note) {
  std::string cause = "Indexing already in progress";
  const auto date_end = note.since.find('T');
  if (date_end != std::string::npos && date_end + 9 <= note.since.size())
    cause +=
        " (started at " + note.since.substr(date_end + 1, 8) + " UTC) in process " + note.process;
  return {ErrorCategory::kUnavailable, error_code::kIndexLocked, std::move(cause),
          "locking '" + path.string() + "'", "Wait for it to finish, or stop that process."};
}

/// A lock on the whole file. Unlike flock(2), this kind can be asked about without being taken.
struct flock whole_file() {
  struct flock request {};
  request.l_type = F_WRLCK;
  request.l_whence = SEEK_SET;
  return request;
}

Result<Descriptor> open_lock(const std::filesystem::path& path) {
  auto file = open_descriptor(path.c_str(), O_RDWR | O_CREAT, kPrivateFile);
  if (!file.is_open()) return os_error("Cannot open", path, errno);
  return file;
}

/// Says in a file that was just locked who holds it now.
Result<void> write_note(const Descriptor& file, const std::filesystem::path& path,
                        const Clock& clock) {
  const std::string note = std::to_string(::getpid()) + " " + iso8601(clock.now()) + "\n";
  const auto written = ::pwrite(file.get(), note.data(), note.size(), 0);
  if (written != static_cast<ssize_t>(note.size()) ||
      ::ftruncate(file.get(), static_cast<off_t>(note.size())) != 0)
    return os_error("Cannot write", path, errno);
  return {};
}

/// A call of fcntl that may sleep for days, on a thread of its own.
struct Sleep {
  int descriptor = -1;
  std::mutex mutex;  // guards what follows
  std::condition_variable_any ended;
  std::optional<int> error;  // of the call; 0: the lock is taken
};

/// Can be cancelled in that call alone, where there is nothing to unwind.
void* sleep_until_free(void* given) {
  auto& sleep = *static_cast<Sleep*>(given);
  auto request = whole_file();
  int before = 0;
  int result = ::fcntl(sleep.descriptor, F_OFD_SETLKW, &request);
  while (result != 0 && errno == EINTR) result = ::fcntl(sleep.descriptor, F_OFD_SETLKW, &request);
  ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const int error = result == 0 ? 0 : errno;
  const std::lock_guard lock(sleep.mutex);
  sleep.error = error;
  sleep.ended.notify_all();
  return nullptr;
}

/// 0, or the error number; nullopt when stopped. What was taken by then goes with the descriptor.
std::optional<int> lock_when_free(const Descriptor& file, const std::stop_token& stop) {
  Sleep sleep;
  sleep.descriptor = file.get();
  ::pthread_t thread{};
  if (const int error = ::pthread_create(&thread, nullptr, &sleep_until_free, &sleep); error != 0)
    return error;
  const bool has_ended = [&] {
    std::unique_lock lock(sleep.mutex);
    return sleep.ended.wait(lock, stop, [&] { return sleep.error.has_value(); });
  }();
  // The one way out of that call that needs no signal handler of the program's.
  if (!has_ended) ::pthread_cancel(thread);
  ::pthread_join(thread, nullptr);
  return has_ended ? sleep.error : std::nullopt;
}

}  // namespace

bool FileLock::is_held(const std::filesystem::path& path) noexcept {
  const auto file = open_descriptor(path.c_str(), O_RDWR | O_NONBLOCK);
  if (!file.is_open()) return false;
  auto request = whole_file();
  return ::fcntl(file.get(), F_OFD_GETLK, &request) == 0 && request.l_type != F_UNLCK;
}

Result<FileLock> FileLock::acquire(const std::filesystem::path& path, const Clock& clock) {
  auto file = open_lock(path);
  if (!file) return file.error();
  // The kernel drops the lock with the last descriptor: a killed holder never leaves one behind.
  auto request = whole_file();
  if (::fcntl(file->get(), F_OFD_SETLK, &request) != 0) {
    if (errno == EAGAIN || errno == EACCES) return locked_error(path, read_note_of(file->get()));
    return os_error("Cannot lock", path, errno);
  }
  if (auto written = write_note(*file, path, clock); !written) return written.error();
  return FileLock(file->release());
}

Result<FileLock> FileLock::wait(const std::filesystem::path& path, std::stop_token stop) {
  auto file = open_lock(path);
  if (!file) return file.error();
  const auto error = lock_when_free(*file, stop);
  if (!error)
    return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                 "Waiting for a lock was stopped", "locking '" + path.string() + "'", ""};
  if (*error != 0) return os_error("Cannot lock", path, *error);
  if (auto written = write_note(*file, path, system_clock()); !written) return written.error();
  return FileLock(file->release());
}

FileLock::Note FileLock::read_note(const std::filesystem::path& path) {
  const auto file = open_descriptor(path.c_str(), O_RDONLY | O_NONBLOCK);
  return file.is_open() ? read_note_of(file.get()) : Note();
}

Result<FileLock> FileLock::acquire_within(const std::filesystem::path& path,
                                          std::chrono::milliseconds patience,
                                          std::stop_token stop) {
  constexpr std::chrono::milliseconds kPause{10};
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    auto lock = acquire(path);
    if (lock || lock.error().code != error_code::kIndexLocked || stop.stop_requested() ||
        std::chrono::steady_clock::now() >= end)
      return lock;
    std::this_thread::sleep_for(kPause);
  }
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  FileLock taken(std::move(other));
  std::swap(descriptor_, taken.descriptor_);  // releases what this held
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  // Emptied first, so that nobody reads a note of a holder that is gone.
  if (::ftruncate(descriptor_, 0) != 0) errno = 0;
  ::close(descriptor_);
}

}  // namespace codeweaver::base
