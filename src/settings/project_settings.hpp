// Settings of a project, in a file next to its index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "settings/toml_edit.hpp"

namespace codeweaver::settings {

/// Reads the file; empty if there is no file. Errors: errors of read_toml().
Result<TomlValues> project_settings(const std::filesystem::path& file);

/// Applies each "section.key=value" in turn; "section.key=" removes the value. Writes nothing on an
/// error. Errors: kInvalidArgument "UNKNOWN_SETTING", "INVALID_SETTING" (the value is not allowed,
/// alone or together with the others), "NOT_OF_A_PROJECT" (a key that only the user may set, or a
/// key of [codeweaver]); errors of read_toml(); kIo.
Result<void> change_project_settings(const std::filesystem::path& file,
                                     const std::vector<std::string>& assignments);

}  // namespace codeweaver::settings
