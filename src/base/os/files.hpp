// Files and folders: opened by path or from an open folder, read and written in pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "base/os/descriptor.hpp"
#include "base/os/paths.hpp"

namespace codeweaver::os {

/// Bytes of a name that calls of the system take.
inline constexpr std::size_t kLongestName = 255;
/// Bytes of a path, with the zero behind it, that they take.
std::size_t longest_path() noexcept;

/// Whether a link in the last place of a path is gone through. Those before it always are.
enum class Links : std::uint8_t { kFollowed, kRefused };

// What is opened here is closed in child processes. Without success it is not open, and errno set.

Descriptor open_folder(const PathChar* path) noexcept;
/// `path` is relative to an open folder.
Descriptor open_folder_at(Handle folder, const char* path, Links links) noexcept;
/// Never waits, also not on a pipe.
Descriptor open_to_read(const PathChar* path, Links links = Links::kFollowed) noexcept;
Descriptor open_to_read_at(Handle folder, const char* path, Links links) noexcept;
/// To read and write what is there; never waits.
Descriptor open_to_change(const PathChar* path) noexcept;
/// To read and write; made for its owner alone where it is not there.
Descriptor open_or_create(const PathChar* path) noexcept;
/// Each write goes to the end, whole; made for its owner alone where it is not there.
Descriptor open_to_append(const PathChar* path) noexcept;

/// Who may do something with a new file: its owner alone, or those whom the user's mask leaves.
enum class Rights : std::uint8_t { kOwner, kUsual };
/// A file that was not there, to read and write.
Descriptor create_file(const PathChar* path, Rights rights) noexcept;
/// An empty file for its owner alone, without opening it. False: it could not be made, most often
/// because one is there.
bool create_unopened(const PathChar* path) noexcept;
/// A file without a name, to read and write, which goes when it is closed. Null: errno is set.
std::FILE* open_unnamed(const std::string& folder);
/// A new folder for its owner alone. `name` ends in XXXXXX, which becomes what no other has.
bool make_unique_folder(std::string& name) noexcept;

// How many bytes were moved, which may be fewer than asked for (0 when reading: the end);
// negative: errno is set. Signals in between are not noticed.

std::ptrdiff_t read_some(Handle file, char* out, std::size_t size) noexcept;
std::ptrdiff_t read_at(Handle file, std::uint64_t offset, char* out, std::size_t size) noexcept;
std::ptrdiff_t write_some(Handle file, const char* bytes, std::size_t size) noexcept;
std::ptrdiff_t write_at(Handle file, std::uint64_t offset, const char* bytes,
                        std::size_t size) noexcept;

// 0, or an errno value.

int resize_file(Handle file, std::uint64_t bytes) noexcept;
/// Returns when the bytes would survive a power cut.
int sync_file(Handle file) noexcept;
/// The same for the names in a folder; nothing to do where renames are synchronous.
int sync_folder(const PathChar* path) noexcept;
/// Puts a file in the place of another in one step.
int replace_file(const PathChar* from, const PathChar* to) noexcept;

/// Where a link leads, at most longest_path() bytes of it; nullopt: it is no link, or cannot be
/// read.
std::optional<std::string> read_link_at(Handle folder, const char* path);

}  // namespace codeweaver::os
