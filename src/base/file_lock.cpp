// FileLock: one holder among all processes, by an open file description lock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>
#include <utility>

#include "base/descriptor.hpp"
#include "base/file.hpp"

namespace codeweaver::base {
namespace {

/// "<pid> <ISO 8601 time>\n", as the holder left it; empty when it had no time to.
std::string read_note(int descriptor) {
  std::array<char, 64> text{};
  const ssize_t got = ::pread(descriptor, text.data(), text.size(), 0);
  return {text.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

Error locked_error(const std::filesystem::path& path, const std::string& note) {
  std::string cause = "Indexing already in progress";
  const auto space = note.find(' ');
  const auto date_end = note.find('T');
  if (space != std::string::npos && date_end != std::string::npos && date_end + 9 <= note.size())
    cause += " (started at " + note.substr(date_end + 1, 8) + " UTC) in process " +
             note.substr(0, space);
  return {ErrorCategory::kUnavailable, "INDEX_LOCKED", std::move(cause),
          "locking '" + path.string() + "'", "Wait for it to finish, or stop that process."};
}

/// A lock on the whole file. Unlike flock(2), this kind can be asked about without being taken.
struct flock whole_file() {
  struct flock request {};
  request.l_type = F_WRLCK;
  request.l_whence = SEEK_SET;
  return request;
}

}  // namespace

bool FileLock::is_held(const std::filesystem::path& path) noexcept {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.is_open()) return false;
  auto request = whole_file();
  return ::fcntl(file.get(), F_OFD_GETLK, &request) == 0 && request.l_type != F_UNLCK;
}

Result<FileLock> FileLock::acquire(const std::filesystem::path& path, const Clock& clock) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open()) return os_error("Cannot open", path, errno);
  // The kernel drops the lock with the last descriptor: a killed holder never leaves one behind.
  auto request = whole_file();
  if (::fcntl(file.get(), F_OFD_SETLK, &request) != 0) {
    if (errno == EAGAIN || errno == EACCES) return locked_error(path, read_note(file.get()));
    return os_error("Cannot lock", path, errno);
  }
  const std::string note = std::to_string(::getpid()) + " " + iso8601(clock.now()) + "\n";
  const auto written = ::pwrite(file.get(), note.data(), note.size(), 0);
  if (written != static_cast<ssize_t>(note.size()) ||
      ::ftruncate(file.get(), static_cast<off_t>(note.size())) != 0)
    return os_error("Cannot write", path, errno);
  return FileLock(file.release());
}

Result<FileLock> FileLock::acquire_within(const std::filesystem::path& path,
                                          std::chrono::milliseconds patience,
                                          std::stop_token stop) {
  constexpr std::chrono::milliseconds kPause{10};
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    auto lock = acquire(path);
    if (lock || lock.error().code != "INDEX_LOCKED" || stop.stop_requested() ||
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
