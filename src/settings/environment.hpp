// The only place that reads environment variables, and the user's folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::settings {

using Environment = std::map<std::string, std::string, std::less<>>;

/// Returns the variables of this process.
Environment capture_environment();

/// Adds the variables of a .env file that the environment does not have. Lines are NAME=value, with
/// '#' comments, "export " and quotes as in a shell. Errors: kNotFound, kIo, kInvalidArgument (an
/// invalid line, with its number).
Result<void> add_env_file(const std::filesystem::path& path, Environment& environment);

/// Returns $XDG_CONFIG_HOME/codeweaver, else ~/.config/codeweaver.
/// Errors: kInvalidArgument "HOME_NOT_SET".
Result<std::filesystem::path> user_config_dir(const Environment& environment);
/// Returns codeweaver.toml in user_config_dir().
Result<std::filesystem::path> user_settings_file(const Environment& environment);
/// Returns $XDG_DATA_HOME/codeweaver, else ~/.local/share/codeweaver. Errors: see above.
Result<std::filesystem::path> user_data_dir(const Environment& environment);

}  // namespace codeweaver::settings
