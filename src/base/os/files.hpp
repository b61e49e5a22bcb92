// Files and folders: opened by path or relative to an open folder, read and written in pieces.
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

/// Longest name that system calls accept, in bytes.
inline constexpr std::size_t kLongestName = 255;
/// Longest path that system calls accept, in bytes, with the terminating zero.
std::size_t longest_path() noexcept;

/// Whether the last component of a path may be a symbolic link. Links in other components are
/// always followed.
enum class Links : std::uint8_t { kFollowed, kRefused };

// These functions open files that child processes do not inherit. On failure the result is not
// open, and errno is set.

Descriptor open_folder(const PathChar* path) noexcept;
/// `path` is relative to an open folder.
Descriptor open_folder_at(Handle folder, const char* path, Links links) noexcept;
/// Never waits, not even on a pipe.
Descriptor open_to_read(const PathChar* path, Links links = Links::kFollowed) noexcept;
Descriptor open_to_read_at(Handle folder, const char* path, Links links) noexcept;
/// Opens an existing file to read and write; never waits.
Descriptor open_to_change(const PathChar* path) noexcept;
/// Opens a file to read and write. Creates a missing file, for its owner only.
Descriptor open_or_create(const PathChar* path) noexcept;
/// Every write is appended as a whole. Creates a missing file, for its owner only.
Descriptor open_to_append(const PathChar* path) noexcept;

/// The rights of a new file: only its owner may use it, or everyone that the umask allows.
enum class Rights : std::uint8_t { kOwner, kUsual };
/// Creates a file to read and write; fails if it exists.
Descriptor create_file(const PathChar* path, Rights rights) noexcept;
/// Creates an empty file, for its owner only, without opening it. False: it could not be created,
/// usually because it exists.
bool create_unopened(const PathChar* path) noexcept;
/// Opens a file without a name, to read and write; it is deleted when closed. Null: errno is set.
std::FILE* open_unnamed(const std::string& folder);
/// Creates a folder, for its owner only. `name` ends in XXXXXX, which is replaced to make the name
/// unique.
bool make_unique_folder(std::string& name) noexcept;

// Return the number of bytes moved, which may be fewer than requested (0 when reading: the end).
// Negative: errno is set. Interrupts by signals are handled.

std::ptrdiff_t read_some(Handle file, char* out, std::size_t size) noexcept;
std::ptrdiff_t read_at(Handle file, std::uint64_t offset, char* out, std::size_t size) noexcept;
std::ptrdiff_t write_some(Handle file, const char* bytes, std::size_t size) noexcept;
std::ptrdiff_t write_at(Handle file, std::uint64_t offset, const char* bytes,
                        std::size_t size) noexcept;

// Return 0 or an errno value.

int resize_file(Handle file, std::uint64_t bytes) noexcept;
/// Returns when the bytes would survive a power cut.
int sync_file(Handle file) noexcept;
/// The same for the names in a folder. Does nothing on systems with synchronous renames.
int sync_folder(const PathChar* path) noexcept;
/// Replaces `to` by `from` in one atomic step.
int replace_file(const PathChar* from, const PathChar* to) noexcept;
/// Gives two existing files each other's name in one atomic step. ENOTSUP: the system or the file
/// system cannot.
int exchange_files(const PathChar* from, const PathChar* to) noexcept;
/// Renames `from` to `to`. EEXIST: there is a `to`. ENOTSUP: as for exchange_files().
int rename_if_free(const PathChar* from, const PathChar* to) noexcept;

/// Returns the target of a link, at most longest_path() bytes of it; nullopt: not a link, or
/// unreadable.
std::optional<std::string> read_link_at(Handle folder, const char* path);

}  // namespace codeweaver::os
