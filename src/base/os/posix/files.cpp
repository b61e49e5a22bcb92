// Files and folders, by openat(2), pread(2) and similar calls; <system>/files.cpp has the rest.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/files.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>

namespace codeweaver::os {
namespace {

static_assert(kLongestName <= NAME_MAX);

constexpr mode_t kOwnersFile = 0600, kUsualFile = 0666;

/// Retries if a signal interrupts. Opening may take a while on network file systems.
Descriptor open_again(Handle folder, const char* path, int flags, mode_t mode = 0) noexcept {
  for (;;) {
    const int opened = ::openat(folder, path, flags | O_CLOEXEC, mode);
    if (opened >= 0 || errno != EINTR) return Descriptor(opened);
  }
}

int flag_of(Links links) noexcept {
  return links == Links::kRefused ? O_NOFOLLOW : 0;
}

/// Repeats the call until no signal interrupts it.
template <class Call>
std::ptrdiff_t repeated(const Call& call) noexcept {
  for (;;) {
    const ssize_t count = call();
    if (count >= 0 || errno != EINTR) return count;
  }
}

int error_of(int result) noexcept {
  return result == 0 ? 0 : errno;
}

}  // namespace

std::size_t longest_path() noexcept {
  return PATH_MAX;
}

Descriptor open_folder(const char* path) noexcept {
  return open_again(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
}

Descriptor open_folder_at(Handle folder, const char* path, Links links) noexcept {
  return open_again(folder, path, O_RDONLY | O_DIRECTORY | flag_of(links));
}

// Without O_NONBLOCK, opening a named pipe waits for its writer for ever.
Descriptor open_to_read(const char* path, Links links) noexcept {
  return open_again(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | flag_of(links));
}

Descriptor open_to_read_at(Handle folder, const char* path, Links links) noexcept {
  return open_again(folder, path, O_RDONLY | O_NONBLOCK | flag_of(links));
}

Descriptor open_to_change(const char* path) noexcept {
  return open_again(AT_FDCWD, path, O_RDWR | O_NONBLOCK);
}

Descriptor open_or_create(const char* path) noexcept {
  return open_again(AT_FDCWD, path, O_RDWR | O_CREAT, kOwnersFile);
}

Descriptor open_to_append(const char* path) noexcept {
  return open_again(AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, kOwnersFile);
}

Descriptor create_file(const char* path, Rights rights) noexcept {
  return open_again(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL,
                    rights == Rights::kOwner ? kOwnersFile : kUsualFile);
}

std::FILE* open_unnamed(const std::string& folder) {
  std::string name = folder + "/unnamed.XXXXXX";
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return nullptr;
  ::unlink(name.c_str());
  std::FILE* const file = ::fdopen(descriptor, "w+b");
  if (file != nullptr) return file;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return nullptr;
}

bool make_unique_folder(std::string& name) noexcept {
  return ::mkdtemp(name.data()) != nullptr;
}

std::ptrdiff_t read_some(Handle file, char* out, std::size_t size) noexcept {
  return repeated([&] { return ::read(file, out, size); });
}

std::ptrdiff_t read_at(Handle file, std::uint64_t offset, char* out, std::size_t size) noexcept {
  return repeated([&] { return ::pread(file, out, size, static_cast<off_t>(offset)); });
}

std::ptrdiff_t write_some(Handle file, const char* bytes, std::size_t size) noexcept {
  return repeated([&] { return ::write(file, bytes, size); });
}

std::ptrdiff_t write_at(Handle file, std::uint64_t offset, const char* bytes,
                        std::size_t size) noexcept {
  return repeated([&] { return ::pwrite(file, bytes, size, static_cast<off_t>(offset)); });
}

int resize_file(Handle file, std::uint64_t bytes) noexcept {
  return error_of(::ftruncate(file, static_cast<off_t>(bytes)));
}

int sync_folder(const char* path) noexcept {
  const auto folder = open_folder(path);
  if (!folder.is_open()) return errno;
  // Some file systems cannot sync folders and fail with EINVAL. Their renames are synchronous.
  const int error = sync_file(folder.get());
  return error == EINVAL ? 0 : error;
}

int replace_file(const char* from, const char* to) noexcept {
  return error_of(::rename(from, to));
}

std::optional<std::string> read_link_at(Handle folder, const char* path) {
  std::string target(longest_path(), '\0');
  const ssize_t size = ::readlinkat(folder, path, target.data(), target.size());
  if (size < 0) return std::nullopt;
  target.resize(static_cast<std::size_t>(size));
  return target;
}

}  // namespace codeweaver::os
