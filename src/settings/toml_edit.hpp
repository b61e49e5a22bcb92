// Changes values in a settings file and keeps the rest of the text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::settings {

/// Maps "section.key" to its value as TOML.
using TomlValues = std::map<std::string, std::string>;

/// Sets values in a settings file and creates the file if it is missing. Replaces existing values.
/// Adds new values below the header of their section, or in a new section at the end. Keeps
/// comments, order and other keys. Writes nothing on an error. Errors: errors of read_toml();
/// kUnsupported "SETTINGS_FILE_FORM" (a section has a form that cannot be changed, such as an
/// inline table); kIo.
Result<void> set_toml_values(const std::filesystem::path& path, const TomlValues& values);

/// Returns the values as the text of a settings file.
std::string toml_text(const TomlValues& values);

}  // namespace codeweaver::settings
