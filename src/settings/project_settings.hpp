// Settings kept with a project's index: a file of our own, beside it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "settings/toml_edit.hpp"

namespace codeweaver::settings {

/// What the file says; nothing where there is no file. Errors: those of read_toml().
Result<TomlValues> project_settings(const std::filesystem::path& file);

/// Applies "section.key=value" one after the other; "section.key=" takes the value out. Nothing is
/// written on an error: kInvalidArgument "UNKNOWN_SETTING", "INVALID_SETTING" (value not allowed,
/// or not together with the others), "NOT_OF_A_PROJECT" (keys that only the user may set, and those
/// that choose a project); those of read_toml(); kIo.
Result<void> change_project_settings(const std::filesystem::path& file,
                                     const std::vector<std::string>& assignments);

}  // namespace codeweaver::settings
