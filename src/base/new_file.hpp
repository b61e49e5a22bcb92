// NewFile: a large file written piece by piece beside its place, and moved there when it is whole.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "base/file.hpp"
#include "base/os/descriptor.hpp"
#include "base/os/files.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// Removed when the object goes before it was moved to its place. Not for several threads.
class NewFile {
 public:
  /// A file named after `near` with an ending that no other writer uses, then ".tmp"; its owner
  /// alone may read it. Errors: kIo.
  static Result<NewFile> create(const std::filesystem::path& near);
  /// The same with the mode of the file at `path`; where there is none, with what the umask leaves.
  static Result<NewFile> create_like(const std::filesystem::path& path);
  /// One that no folder has: it goes with the object and the last map of it, which begins at a
  /// multiple of 64 bytes. `name` is what errors call it.
  static NewFile create_in_memory(const std::filesystem::path& name);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  ~NewFile();

  const std::filesystem::path& path() const noexcept { return path_; }
  Result<void> write(std::uint64_t offset, std::string_view bytes);
  /// Fills `out`; reading past the end is an error.
  Result<void> read(std::uint64_t offset, std::span<char> out) const;
  Result<void> resize(std::uint64_t bytes);
  /// What was written so far, for as long as the map lives. Errors: kIo.
  Result<MappedFile> map() const;
  /// Waits until the bytes would survive a power cut.
  Result<void> sync();
  /// Closes the file, renames it over `path`, in the same folder, and syncs the folder if asked to.
  Result<void> move_to(const std::filesystem::path& path,
                       Durability durability = Durability::kSynced);

 private:
  class Memory;
  static Result<NewFile> create_with(const std::filesystem::path& near, os::Rights rights);
  NewFile(std::filesystem::path path, os::Descriptor descriptor) noexcept
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}
  Memory& own_memory();

  std::filesystem::path path_;  // empty: moved to its place
  os::Descriptor descriptor_;
  std::shared_ptr<Memory> memory_{};  // in place of the descriptor; shared with maps
};

/// Deletes the unfinished files of NewFile in a folder (not below it) that nobody has written to
/// for `age`: those of processes that were killed. Returns how many. What fails stays.
std::size_t remove_left_over(const std::filesystem::path& folder,
                             std::chrono::seconds age = std::chrono::hours(1));

}  // namespace codeweaver::base
