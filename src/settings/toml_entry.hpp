// Changes one nested table, such as [mcp_servers.codeweaver], in a file of another program.
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

/// Keys of a table with their new values as TOML; nullopt removes the key.
using TomlChanges = std::vector<std::pair<std::string, std::optional<std::string>>>;

// Errors of all functions: kInvalidArgument "INVALID_SETTINGS_FILE" (not TOML, too large or nested
// too deep); kUnsupported "SETTINGS_FILE_FORM" (the table has a form that cannot be changed).

/// Returns the table as JSON; nullopt: it does not exist.
Result<std::optional<std::string>> toml_table(std::string_view text, const TomlTable& table);

/// Returns the text after the changes. Adds a missing table at the end. Keeps all other bytes,
/// including comments. Parses the result and checks that nothing else differs.
Result<std::string> with_toml_table(std::string_view text, const TomlTable& table,
                                    const TomlChanges& changes);

/// Returns the text without the table, its sub-tables and the comments between its keys; nullopt:
/// it does not exist. Checks the result in the same way.
Result<std::optional<std::string>> without_toml_table(std::string_view text,
                                                      const TomlTable& table);

}  // namespace codeweaver::settings
