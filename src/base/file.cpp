// Files: whole reads, atomic writes, memory maps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/descriptor.hpp"
#include "base/file_times.hpp"
#include "base/new_file.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::base {
namespace {

constexpr std::size_t kReadStep = 1 << 16;

/// A descriptor of a regular file open for reading, and the size it had then.
struct OpenFile {
  Descriptor descriptor;
  FileIdentity identity;
};

FileIdentity identity_from(const struct stat& status) noexcept {
  return {status.st_ino, static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim),
          nanoseconds(status.st_ctim)};
}

Result<OpenFile> open_regular(const std::filesystem::path& path) {
  // Without O_NONBLOCK, opening a named pipe waits for its writer for ever.
  OpenFile file{open_descriptor(path.c_str(), O_RDONLY | O_NONBLOCK), {}};
  struct stat status {};
  if (!file.descriptor.is_open() || ::fstat(file.descriptor.get(), &status) != 0)
    return os_error("Cannot open", path, errno);
  if (!S_ISREG(status.st_mode))
    return Error{ErrorCategory::kIo, "NOT_A_FILE", "Not a regular file: '" + path.string() + "'",
                 "opening a file", "Name a file, not a folder or a device."};
  file.identity = identity_from(status);
  return file;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  auto file = open_regular(path);
  if (!file) return file.error();
  std::string bytes;
  std::size_t size = 0;
  // Reads to the end, not to the size seen: a file may grow, and those of /proc say 0.
  while (size <= max_bytes) {
    const std::uint64_t expected = std::min(file->identity.size_bytes, max_bytes);
    const std::size_t step =
        size < expected ? static_cast<std::size_t>(expected) - size + 1 : kReadStep;
    bytes.resize(size + step);
    const ssize_t got = ::read(file->descriptor.get(), bytes.data() + size, step);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return os_error("Cannot read", path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > max_bytes)
    return Error{
        ErrorCategory::kInvalidArgument, error_code::kFileTooLarge,
        "File is larger than " + std::to_string(max_bytes) + " bytes: '" + path.string() + "'",
        "reading a file", "Raise the limit or leave the file out."};
  bytes.resize(size);
  return bytes;
}

namespace {

Result<void> write_and_move(Result<NewFile> file, const std::filesystem::path& path,
                            std::string_view bytes, Durability durability) {
  if (!file) return file.error();
  if (auto written = file->write(0, bytes); !written) return written;
  if (durability == Durability::kSynced)
    if (auto synced = file->sync(); !synced) return synced;
  return file->move_to(path, durability);
}

}  // namespace

Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view bytes,
                               Durability durability) {
  return write_and_move(NewFile::create(path), path, bytes, durability);
}

Result<void> write_user_file(const std::filesystem::path& path, std::string_view bytes) {
  return write_and_move(NewFile::create_like(path), path, bytes, Durability::kSynced);
}

Result<FileIdentity> identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return os_error("Cannot look at", path, errno);
  return identity_from(status);
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  auto file = open_regular(path);
  if (!file) return file.error();
  MappedFile mapped;
  const auto size = static_cast<std::size_t>(file->identity.size_bytes);
  mapped.identity_ = file->identity;
  if (size == 0) return mapped;  // mmap refuses length 0
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->descriptor.get(), 0);
  if (address == MAP_FAILED) return os_error("Cannot map", path, errno);
  mapped.mapping_ = std::shared_ptr<const void>(
      address, [size](const void* p) { ::munmap(const_cast<void*>(p), size); });
  mapped.view_ = {static_cast<const char*>(address), size};
  return mapped;
}

}  // namespace codeweaver::base
