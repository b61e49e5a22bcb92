// Files and folders that nobody but their owner may read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// Makes a folder and those above it that lack; what it makes is private whatever the umask, what
/// is there keeps its mode. Errors: kIo.
Result<void> make_private_folder(const std::filesystem::path& folder);

/// Takes what others may do from a file or a folder of ours, and nothing from those of somebody
/// else, from links, and from folders that all may write to (sticky ones). Costs one look at what
/// is private already. What cannot be changed stays as it is.
void make_private(const std::filesystem::path& path) noexcept;

/// What an entry of a folder is to us.
enum class Owned : std::uint8_t {
  kNot,
  kItself,      ///< a file, or a folder whose content is not looked at
  kWithContent  ///< a folder, and the files in it
};
/// The same for what `owned` claims by its name, and for the folder if nothing else lies in it.
void make_content_private(const std::filesystem::path& folder,
                          const std::function<Owned(std::string_view name)>& owned);

}  // namespace codeweaver::base
