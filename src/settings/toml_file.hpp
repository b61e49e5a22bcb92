// A settings file as a list of what it says.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "settings/setting_value.hpp"

namespace codeweaver::settings {

/// "section.key = value" at a line of a file.
struct TomlEntry {
  std::string key;
  GivenValue value;
  std::size_t line = 0;
};

/// All entries of all sections, in the order of the file. What stands outside of a section has a
/// key without a point.
/// Errors: kNotFound, kIo, kInvalidArgument "INVALID_SETTINGS_FILE" (not TOML: says line, column;
/// beyond the limits of read_toml_text()).
Result<std::vector<TomlEntry>> read_toml(const std::filesystem::path& path);

/// `["a", "b"]`, `{x = "y"}`, `"text"` and the like: one value as a file would say it. What is none
/// comes back as an UnusableValue.
GivenValue read_toml_value(std::string_view text);

/// Whether a text of whatever program is TOML. One beyond the limits of read_toml_text() is not
/// judged. Errors: kInvalidArgument "INVALID_SETTINGS_FILE" (says line, column).
Result<void> check_toml(std::string_view text);

}  // namespace codeweaver::settings
