// Reads a settings file as a list of entries.
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

/// One "section.key = value", with its line in the file.
struct TomlEntry {
  std::string key;
  GivenValue value;
  std::size_t line = 0;
};

/// Returns all entries of all sections, in the order of the file. Entries outside a section have a
/// key without a dot.
/// Errors: kNotFound, kIo, kInvalidArgument "INVALID_SETTINGS_FILE" (not TOML, with line and
/// column; or beyond the limits of read_toml_text()).
Result<std::vector<TomlEntry>> read_toml(const std::filesystem::path& path);

/// Reads one TOML value, such as `["a", "b"]`, `{x = "y"}` or `"text"`. Invalid text becomes an
/// UnusableValue.
GivenValue read_toml_value(std::string_view text);

/// Checks that a text of any program is TOML. Accepts texts beyond the limits of read_toml_text()
/// without a check. Errors: kInvalidArgument "INVALID_SETTINGS_FILE" (with line and column).
Result<void> check_toml(std::string_view text);

}  // namespace codeweaver::settings
