// NewFile: a name of its own, positioned writes, and the rename at the end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/private_files.hpp"

namespace codeweaver::base {
namespace {

/// A name beside `path` that no other writer uses.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::random_device random;
  char suffix[24];
  std::snprintf(suffix, sizeof suffix, ".%08x%08x.tmp", random(), random());
  return path.string() + suffix;
}

/// Makes a rename to `path` survive a power cut.
Result<void> sync_folder_of(const std::filesystem::path& path) {
  const auto parent = path.parent_path();
  const std::filesystem::path folder = parent.empty() ? "." : parent;
  const auto descriptor = open_descriptor(folder.c_str(), O_RDONLY | O_DIRECTORY);
  // Some file systems cannot sync folders and say so with EINVAL; their renames are synchronous.
  if (!descriptor.is_open() || (::fsync(descriptor.get()) != 0 && errno != EINVAL))
    return os_error("Cannot sync", folder, errno);
  return {};
}

}  // namespace

Result<NewFile> NewFile::create(const std::filesystem::path& near) {
  return create_with(near, kPrivateFile);
}

Result<NewFile> NewFile::create_like(const std::filesystem::path& path) {
  constexpr mode_t kForAll = 0666, kPermissions = 0777;
  struct stat status {};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  auto file = create_with(path, is_there ? kPrivateFile : kForAll);
  if (file && is_there && ::fchmod(file->descriptor_.get(), status.st_mode & kPermissions) != 0)
    return os_error("Cannot set the mode of", file->path_, errno);
  return file;
}

Result<NewFile> NewFile::create_with(const std::filesystem::path& near, mode_t mode) {
  auto path = temporary_name(near);
  auto file = open_descriptor(path.c_str(), O_RDWR | O_CREAT | O_EXCL, mode);
  if (!file.is_open()) return os_error("Cannot create", path, errno);
  return NewFile(std::move(path), std::move(file));
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), descriptor_(std::move(other.descriptor_)) {}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
  NewFile taken(std::move(other));
  std::swap(path_, taken.path_);
  std::swap(descriptor_, taken.descriptor_);
  return *this;
}

NewFile::~NewFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

Result<void> NewFile::write(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return os_error("Cannot write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> NewFile::read(std::uint64_t offset, std::span<char> out) const {
  while (!out.empty()) {
    const ssize_t got =
        ::pread(descriptor_.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return os_error("Cannot read", path_, got < 0 ? errno : EIO);
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

Result<void> NewFile::resize(std::uint64_t bytes) {
  if (::ftruncate(descriptor_.get(), static_cast<off_t>(bytes)) != 0)
    return os_error("Cannot resize", path_, errno);
  return {};
}

Result<void> NewFile::sync() {
  if (::fsync(descriptor_.get()) != 0) return os_error("Cannot sync", path_, errno);
  return {};
}

Result<void> NewFile::move_to(const std::filesystem::path& path, Durability durability) {
  if (descriptor_.close() != 0) return os_error("Cannot close", path_, errno);
  if (::rename(path_.c_str(), path.c_str()) != 0) return os_error("Cannot replace", path, errno);
  path_.clear();
  return durability == Durability::kNone ? Result<void>() : sync_folder_of(path);
}

namespace {

/// "NAME.0123456789abcdef.tmp", as temporary_name() makes them.
bool is_temporary(std::string_view name) {
  constexpr std::string_view kEnding = ".tmp";
  constexpr std::size_t kDigits = 16;
  if (name.size() < kEnding.size() + kDigits + 1 || !name.ends_with(kEnding)) return false;
  name.remove_suffix(kEnding.size());
  const auto digits = name.substr(name.size() - kDigits);
  return name[name.size() - kDigits - 1] == '.' &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::size_t remove_left_over(const std::filesystem::path& folder, std::chrono::seconds age) {
  const auto before = std::filesystem::file_time_type::clock::now() - age;
  std::size_t removed = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (!is_temporary(it->path().filename().string())) continue;
    std::error_code ignored;
    if (!it->is_regular_file(ignored) || it->last_write_time(ignored) > before) continue;
    removed += std::filesystem::remove(it->path(), ignored) ? 1 : 0;
  }
  return removed;
}

}  // namespace codeweaver::base
