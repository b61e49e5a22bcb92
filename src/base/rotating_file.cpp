// A file that is appended to and renamed away when it grows too large.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/rotating_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <string>

#include "base/private_files.hpp"

namespace codeweaver::base {
namespace {

constexpr std::size_t kMaxFiles = 1000;

std::uint64_t size_of(int descriptor) noexcept {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace

Result<RotatingFile> RotatingFile::open(const std::filesystem::path& path, std::uint64_t max_bytes,
                                        std::size_t max_files) {
  if (max_files < 1 || max_files > kMaxFiles)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_LOG_OPTIONS",
                 "max_files is " + std::to_string(max_files),
                 "opening the log '" + path.string() + "'",
                 "Choose a number from 1 to " + std::to_string(kMaxFiles) + "."};
  if (path.has_parent_path())
    if (auto made = make_private_folder(path.parent_path()); !made) return made.error();
  RotatingFile file(path, max_bytes, max_files);
  if (!file.reopen()) return os_error("Cannot open", path, errno);
  return file;
}

void RotatingFile::append(std::string_view text) noexcept {
  try {
    if (!is_current() && !reopen()) return;
    const std::uint64_t size = size_of(file_.get());
    if (size > 0 && size + text.size() > max_bytes_) rotate();
  } catch (const std::exception&) {
    // Out of memory while naming a predecessor: the line still goes where the last one went.
  }
  // One call with O_APPEND: lines of several processes do not mix.
  while (::write(file_.get(), text.data(), text.size()) < 0 && errno == EINTR) {
  }
}

bool RotatingFile::reopen() {
  file_ = open_descriptor(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND, kPrivateFile);
  make_private(file_.get());
  return file_.is_open();
}

/// Whether our descriptor is what lies at the path: another process may have rotated.
bool RotatingFile::is_current() const noexcept {
  struct stat ours {};
  struct stat there {};
  return file_.is_open() && ::fstat(file_.get(), &ours) == 0 &&
         ::stat(path_.c_str(), &there) == 0 && ours.st_ino == there.st_ino &&
         ours.st_dev == there.st_dev;
}

void RotatingFile::rotate() {
  // Held until the new file is there: who waited finds that the path is not its file any more.
  ::flock(file_.get(), LOCK_EX);
  if (is_current()) {
    std::error_code ignored;
    if (max_files_ == 1) std::filesystem::remove(path_, ignored);
    for (std::size_t number = max_files_ - 1; number > 0; --number)
      std::filesystem::rename(numbered(number - 1), numbered(number), ignored);
  }
  Descriptor full = std::move(file_);
  if (reopen()) return;  // closing the full file unlocks it
  file_ = std::move(full);
  ::flock(file_.get(), LOCK_UN);
}

std::filesystem::path RotatingFile::numbered(std::size_t number) const {
  if (number == 0) return path_;
  return path_.string() + "." + std::to_string(number);
}

}  // namespace codeweaver::base
