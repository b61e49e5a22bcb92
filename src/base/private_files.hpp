// Files and folders that only their owner can read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// Creates a folder and its missing parents. New folders are private, regardless of the umask;
/// existing ones keep their mode. Errors: kIo.
Result<void> make_private_folder(const std::filesystem::path& folder);

/// Removes the rights of other users from a file or folder of this user. Does not change files of
/// other users, links, and folders that everyone can write to (sticky ones). If the file is already
/// private, the cost is one check. Ignores errors.
void make_private(const std::filesystem::path& path) noexcept;

/// Whether an entry of a folder belongs to codeweaver.
enum class Owned : std::uint8_t {
  kNot,
  kItself,      ///< a file, or a folder with unchanged content
  kWithContent  ///< a folder and the files in it
};
/// Applies make_private() to the entries that `owned` recognises by name. If the folder has no
/// other entries, it is made private too.
void make_content_private(const std::filesystem::path& folder,
                          const std::function<Owned(std::string_view name)>& owned);

}  // namespace codeweaver::base
