// An append-only file that is renamed when it grows too large.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/rotating_file.hpp"

#include <cerrno>
#include <exception>
#include <string>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/os/locks.hpp"
#include "base/os_error.hpp"
#include "base/private_files.hpp"
#include "base/try.hpp"

namespace codeweaver::base {
namespace {

constexpr std::size_t kMaxFiles = 1000;

std::uint64_t size_of(os::Handle file) noexcept {
  os::FileStatus status;
  return os::status_of(file, status) ? status.size_bytes : 0;
}

}  // namespace

Result<RotatingFile> RotatingFile::open(const std::filesystem::path& path, std::uint64_t max_bytes,
                                        std::size_t max_files) {
  if (max_files < 1 || max_files > kMaxFiles)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_LOG_OPTIONS",
                 "max_files is " + std::to_string(max_files),
                 "opening the log '" + path.string() + "'",
                 "Choose a number from 1 to " + std::to_string(kMaxFiles) + "."};
  if (path.has_parent_path()) CODEWEAVER_TRY(make_private_folder(path.parent_path()));
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
    // Out of memory while building a name: append to the file that is already open.
  }
  // One write call, so that lines of several processes do not mix.
  os::write_some(file_.get(), text.data(), text.size());
}

bool RotatingFile::reopen() {
  file_ = os::open_to_append(path_.c_str());
  if (!file_.is_open()) return false;
  os::make_private(file_.get());
  return true;
}

/// Whether the open file is still the one at the path; another process may have rotated it.
bool RotatingFile::is_current() const noexcept {
  os::FileStatus ours, there;
  return file_.is_open() && os::status_of(file_.get(), ours) &&
         os::status_of(path_.c_str(), there) && ours.inode == there.inode &&
         ours.device == there.device;
}

void RotatingFile::rotate() {
  // Held until the new file exists. A process that waited then sees that the path has another file.
  os::lock_shortly(file_.get());
  std::error_code ignored;
  const bool keeps_none = max_files_ == 1;
  if (is_current())
    for (std::size_t number = keeps_none ? 1 : max_files_ - 1; number > 0; --number)
      std::filesystem::rename(numbered(number - 1), numbered(number), ignored);
  os::Descriptor full = std::move(file_);
  if (reopen()) {
    full.close();  // also unlocks it; Windows keeps the name of an open file in use
    if (keeps_none) std::filesystem::remove(numbered(1), ignored);
    return;
  }
  file_ = std::move(full);
  os::unlock_shortly(file_.get());
}

std::filesystem::path RotatingFile::numbered(std::size_t number) const {
  if (number == 0) return path_;
  std::filesystem::path name = path_;
  return name += "." + std::to_string(number);
}

}  // namespace codeweaver::base
