// NewFile: a large file, written in pieces under a temporary name and moved to its path when done.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/file.hpp"
#include "base/os/descriptor.hpp"
#include "base/os/files.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// The file is deleted if the object is destroyed before move_to(). Thread safety: none.
class NewFile {
 public:
  /// Creates a file next to `near`. The name of the new file is the name of `near`, a unique suffix
  /// and ".tmp". Only its owner can read the file. Errors: kIo.
  static Result<NewFile> create(const std::filesystem::path& near);
  /// Like create(), with the mode of the file at `path`. If there is no file at `path`, the umask
  /// decides.
  static Result<NewFile> create_like(const std::filesystem::path& path);
  /// Creates a file in memory. The memory is freed when the object and all its maps are destroyed.
  /// Maps are aligned to 64 bytes. `name` is the name of the file in errors.
  static NewFile create_in_memory(const std::filesystem::path& name);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  ~NewFile();

  const std::filesystem::path& path() const noexcept { return path_; }
  Result<void> write(std::uint64_t offset, std::string_view bytes);
  /// Fills `out`. Reading past the end is an error.
  Result<void> read(std::uint64_t offset, std::span<char> out) const;
  Result<void> resize(std::uint64_t bytes);
  /// Maps the bytes written so far. The bytes live as long as the map. Errors: kIo.
  Result<MappedFile> map() const;
  /// Waits until the bytes would survive a power cut.
  Result<void> sync();
  /// Closes the file and renames it over `path`, which is in the same folder. With kSynced it also
  /// syncs the folder.
  Result<void> move_to(const std::filesystem::path& path,
                       Durability durability = Durability::kSynced);
  /// Like move_to(), if the file at `path` is still the one with the identity `replaced`; nullopt:
  /// if there is none. The check and the rename are one step where the system can exchange two
  /// names. Elsewhere a change between them is lost. False: `path` is as it was.
  Result<bool> move_over(const std::filesystem::path& path,
                         const std::optional<FileIdentity>& replaced);

 private:
  class Memory;
  static Result<NewFile> create_with(const std::filesystem::path& near, os::Rights rights);
  NewFile(std::filesystem::path path, os::Descriptor descriptor) noexcept
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}
  Memory& own_memory();
  Result<bool> keep_newest(const std::filesystem::path& path, FileIdentity known, FileIdentity put);

  std::filesystem::path path_;  // empty: moved to its place
  os::Descriptor descriptor_;
  std::shared_ptr<Memory> memory_{};  // in place of the descriptor; shared with maps
};

/// Deletes temporary files of NewFile that killed processes left in `folder`. Deletes only files
/// that were not modified for `age`, and not files in subfolders. Returns the number of deleted
/// files. Skips files that it cannot delete.
std::size_t remove_left_over(const std::filesystem::path& folder,
                             std::chrono::seconds age = std::chrono::hours(1));

}  // namespace codeweaver::base
