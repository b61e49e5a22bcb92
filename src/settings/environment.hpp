// The environment: the one place that reads it, and what follows from it.
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

/// The variables of this process.
Environment capture_environment();

/// Adds what a .env file says and the environment lacks: lines NAME=value, with '#' comments,
/// "export " and quotes as shells have them. Errors: kNotFound, kIo, kInvalidArgument (a line that
/// is none of these, by number).
Result<void> add_env_file(const std::filesystem::path& path, Environment& environment);

/// $XDG_CONFIG_HOME/codeweaver, else ~/.config/codeweaver.
/// Errors: kInvalidArgument "HOME_NOT_SET".
Result<std::filesystem::path> user_config_dir(const Environment& environment);
/// codeweaver.toml in user_config_dir().
Result<std::filesystem::path> user_settings_file(const Environment& environment);
/// $XDG_DATA_HOME/codeweaver, else ~/.local/share/codeweaver. Errors: as above.
Result<std::filesystem::path> user_data_dir(const Environment& environment);

}  // namespace codeweaver::settings
