// Changing values in a settings file while everything else in it stays as it is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::settings {

/// "section.key" to its value as TOML writes it.
using TomlValues = std::map<std::string, std::string>;

/// Sets `values` in a file of sections, which is made if it is not there: values that stand in it
/// are replaced, others go below the head of their section, or into a new one at the end. Comments,
/// order and other keys stay. Nothing is written on an error: those of read_toml();
/// kUnsupported "SETTINGS_FILE_FORM" (a section in a form that this cannot change, an inline table
/// for one); kIo.
Result<void> set_toml_values(const std::filesystem::path& path, const TomlValues& values);

/// `values` as a settings file, for people to copy.
std::string toml_text(const TomlValues& values);

}  // namespace codeweaver::settings
