// Project: one folder of a user, with its id and the place of its index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_PROJECT_HPP_
#define CODEWEAVER_PROJECT_HPP_

#include <filesystem>
#include <string>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// A registered project.
struct Project {
  std::string project_id{};  ///< does not contain '/'
  std::string display_name{};
  std::filesystem::path root{};
  std::filesystem::path state_dir{};
  std::string tree{};  ///< name of its tree in the state directory; only linked worktrees, which
                       ///< share one, have a name
  /// Path of the TOML file with the settings of this project only. It is in the state directory,
  /// and need not exist. Empty if the project has no state directory.
  std::filesystem::path settings_file() const;
  friend bool operator==(const Project&, const Project&) = default;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PROJECT_HPP_
