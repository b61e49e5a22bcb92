// Files: whole reads, atomic writes, memory maps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/new_file.hpp"
#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/os/memory.hpp"
#include "base/os_error.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::base {
namespace {

constexpr std::size_t kReadStep = 1 << 16;

/// An open regular file, and its identity when it was opened.
struct OpenFile {
  os::Descriptor descriptor;
  FileIdentity identity;
};

FileIdentity identity_from(const os::FileStatus& status) noexcept {
  return {status.inode, status.size_bytes, status.modified_ns, status.changed_ns};
}

Result<OpenFile> open_regular(const std::filesystem::path& path) {
  OpenFile file{os::open_to_read(path.c_str()), {}};
  os::FileStatus status;
  if (!file.descriptor.is_open() || !os::status_of(file.descriptor.get(), status))
    return os_error("Cannot open", path, errno);
  if (status.type != os::FileType::kFile)
    return Error{ErrorCategory::kIo, "NOT_A_FILE", "Not a regular file: '" + path.string() + "'",
                 "opening a file", "Give the path of a file, not of a folder or a device."};
  file.identity = identity_from(status);
  return file;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  CODEWEAVER_ASSIGN(auto file, open_regular(path));
  std::string bytes;
  std::size_t size = 0;
  // Reads to the end, not to the reported size: a file may grow, and files in /proc report 0.
  while (size <= max_bytes) {
    const std::uint64_t expected = std::min(file.identity.size_bytes, max_bytes);
    const std::size_t step =
        size < expected ? static_cast<std::size_t>(expected) - size + 1 : kReadStep;
    bytes.resize(size + step);
    const auto got = os::read_some(file.descriptor.get(), bytes.data() + size, step);
    if (got < 0) return os_error("Cannot read", path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > max_bytes)
    return Error{
        ErrorCategory::kInvalidArgument, error_code::kFileTooLarge,
        "File is larger than " + std::to_string(max_bytes) + " bytes: '" + path.string() + "'",
        "reading a file", "Raise the limit or exclude the file."};
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
  os::FileStatus status;
  if (!os::status_of(path.c_str(), status))
    return os_error("Cannot read the status of", path, errno);
  return identity_from(status);
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  CODEWEAVER_ASSIGN(auto file, open_regular(path));
  return of(file.descriptor.get(), path);
}

MappedFile MappedFile::of(std::shared_ptr<const void> owner, std::string_view bytes) {
  MappedFile out;
  out.mapping_ = std::move(owner);
  out.view_ = bytes;
  return out;
}

Result<MappedFile> MappedFile::of(os::Handle file, const std::filesystem::path& path) {
  os::FileStatus status;
  if (!os::status_of(file, status)) return os_error("Cannot read the status of", path, errno);
  MappedFile mapped;
  mapped.identity_ = identity_from(status);
  const auto size = static_cast<std::size_t>(status.size_bytes);
  if (size == 0) return mapped;  // an empty file cannot be mapped
  void* address = os::map_file(file, size);
  if (address == nullptr) return os_error("Cannot map", path, errno);
  mapped.mapping_ = std::shared_ptr<const void>(
      address, [size](const void* p) { os::unmap(const_cast<void*>(p), size); });
  mapped.view_ = {static_cast<const char*>(address), size};
  return mapped;
}

}  // namespace codeweaver::base
