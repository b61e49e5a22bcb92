// Finds the user's global git ignore file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace codeweaver::corpus {

/// The user's home and settings folders. Empty: unknown.
struct UserFolders {
  std::filesystem::path home{};
  std::filesystem::path settings{};  ///< $XDG_CONFIG_HOME; empty: .config in `home`
};

/// The value of `excludesfile` in a git configuration, with "~" replaced by `home`; empty: not set.
std::filesystem::path excludes_file_in(std::string_view configuration,
                                       const std::filesystem::path& home);

/// The user's global ignore file as ripgrep finds it: from ~/.gitconfig, from git/config, else
/// git/ignore in the settings folder. libgit2 would read more of git's configuration, but it takes
/// longer to start than a search takes.
std::filesystem::path user_excludes_file(const UserFolders& folders);

}  // namespace codeweaver::corpus
