// FileLock: one holder among all processes, which leaves a note in the file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>
#include <cerrno>
#include <thread>
#include <utility>

#include "base/file.hpp"
#include "base/os/files.hpp"
#include "base/os/locks.hpp"
#include "base/os/processes.hpp"
#include "base/os_error.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::base {
namespace {

/// "<pid> <ISO 8601 time>
/// ", written by the holder; empty if the holder has not written it yet.
FileLock::Note read_note_of(os::Handle file) {
  std::array<char, 64> bytes{};
  const auto got = os::read_at(file, 0, bytes.data(), bytes.size());
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

Result<os::Descriptor> open_lock(const std::filesystem::path& path) {
  auto file = os::open_or_create(path.c_str());
  if (!file.is_open()) return os_error("Cannot open", path, errno);
  return file;
}

/// Writes the note of the new holder to a file that was just locked.
Result<void> write_note(const os::Descriptor& file, const std::filesystem::path& path,
                        const Clock& clock) {
  const std::string note = std::to_string(os::own_process()) + " " + iso8601(clock.now()) + "\n";
  const auto written = os::write_at(file.get(), 0, note.data(), note.size());
  const int error = written == static_cast<std::ptrdiff_t>(note.size())
                        ? os::resize_file(file.get(), note.size())
                        : errno;
  return error == 0 ? Result<void>() : os_error("Cannot write", path, error);
}

}  // namespace

bool FileLock::is_held(const std::filesystem::path& path) noexcept {
  const auto file = os::open_to_change(path.c_str());
  return file.is_open() && os::is_locked(file.get());
}

Result<FileLock> FileLock::acquire(const std::filesystem::path& path, const Clock& clock) {
  CODEWEAVER_ASSIGN(auto file, open_lock(path));
  switch (os::try_lock(file.get())) {
    case os::Locked::kYes:
      break;
    case os::Locked::kHeldByOther:
      return locked_error(path, read_note_of(file.get()));
    case os::Locked::kFailed:
      return os_error("Cannot lock", path, errno);
  }
  CODEWEAVER_TRY(write_note(file, path, clock));
  return FileLock(file.release());
}

Result<FileLock> FileLock::wait(const std::filesystem::path& path, std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto file, open_lock(path));
  const auto error = os::lock_when_free(file.get(), stop);
  if (!error)
    return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                 "Stopped while waiting for a lock", "locking '" + path.string() + "'", ""};
  if (*error != 0) return os_error("Cannot lock", path, *error);
  CODEWEAVER_TRY(write_note(file, path, system_clock()));
  return FileLock(file.release());
}

FileLock::Note FileLock::read_note(const std::filesystem::path& path) {
  const auto file = os::open_to_read(path.c_str());
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

FileLock::FileLock(FileLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, os::kNoHandle)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  FileLock taken(std::move(other));
  std::swap(descriptor_, taken.descriptor_);  // releases the lock that this object held
  return *this;
}

FileLock::~FileLock() {
  const os::Descriptor file(descriptor_);
  // Empty the file first, so that no process reads the note of a former holder.
  if (file.is_open()) os::resize_file(file.get(), 0);
}

}  // namespace codeweaver::base
