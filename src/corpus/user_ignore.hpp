// The file of ignore rules that git keeps for all repositories of a user.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace codeweaver::corpus {

/// Where a user's programs keep their settings. Empty: not known.
struct UserFolders {
  std::filesystem::path home{};
  std::filesystem::path settings{};  ///< $XDG_CONFIG_HOME; empty: .config in `home`
};

/// What `excludesfile` of a git configuration says, "~" being `home`; empty: nothing.
std::filesystem::path excludes_file_in(std::string_view configuration,
                                       const std::filesystem::path& home);

/// That file as ripgrep finds it: of ~/.gitconfig, of git/config, else git/ignore of the settings.
/// libgit2 would know more of git's configuration, and takes longer to start than a search.
std::filesystem::path user_excludes_file(const UserFolders& folders);

}  // namespace codeweaver::corpus
