// One table of a table of tables, as [mcp_servers.codeweaver] is, changed in a file of another
// program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::settings {

/// The table [section.name]. Both are bare keys: letters, digits, '_' and '-'.
struct TomlTable {
  std::string section, name;
};

/// Keys of a table with their new values as TOML; nullopt: the key is removed.
using TomlChanges = std::vector<std::pair<std::string, std::optional<std::string>>>;

// Errors of all: kInvalidArgument "INVALID_SETTINGS_FILE" (not TOML; too large or nested too deep
// to be parsed); kUnsupported "SETTINGS_FILE_FORM" (the table cannot be changed in the form that
// the file is written in).

/// The table as JSON; nullopt: the file does not have it.
Result<std::optional<std::string>> toml_table(std::string_view text, const TomlTable& table);

/// The text with the changes made. A table that does not exist is added at the end. All other
/// bytes stay as they are, comments included. The result is parsed: but for the changes it holds
/// what the text held before.
Result<std::string> with_toml_table(std::string_view text, const TomlTable& table,
                                    const TomlChanges& changes);

/// The text without the table, its sub-tables and the comments between its keys; nullopt: the file
/// does not have it. The result is checked in the same way.
Result<std::optional<std::string>> without_toml_table(std::string_view text,
                                                      const TomlTable& table);

}  // namespace codeweaver::settings
