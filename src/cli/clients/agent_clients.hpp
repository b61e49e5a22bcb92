// The agents and editors that codeweaver supports, and their lists of MCP servers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/clients/json_edit.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// The format of a client's file.
enum class ConfigForm : std::uint8_t {
  kJson,    ///< JSON, with or without comments
  kToml,    ///< a TOML table
  kOwnFile  ///< a separate file for this server
};

struct AgentClient {
  std::string_view id;     ///< "claude-code"
  std::string_view title;  ///< "Claude Code"
  /// A path that exists if the client is installed, and its settings file; below the home folder.
  std::string_view sign, file;
  ConfigForm form = ConfigForm::kJson;
  std::string_view section;  ///< names of the objects around the entry, separated by '.'
  /// The entry in JSON. $COMMAND stands for the program, $WORDS for the program with its argument.
  std::string_view entry;
  /// While the client writes its file, it keeps a lock folder FILE.lock.
  bool has_lock_folder = false;
};

std::span<const AgentClient> agent_clients() noexcept;
/// Returns the client with an ID; null: unknown ID.
const AgentClient* find_agent_client(std::string_view id) noexcept;

/// The settings file of a client after the edit.
struct ConfigEdit {
  std::string text{};
  /// The old values of the changed members of an existing entry; null for members that did not
  /// exist. nullopt: the file had no entry for this server.
  std::optional<json::Object> former{};
};

// Errors: errors of with_member() and with_toml_table(); kUnsupported "OTHER_ENTRY" (the entry, or
// the separate file, has another form).

/// Returns the file with an entry that starts `program`. An existing entry keeps the members that
/// codeweaver does not need (merged_members()). An empty text means that there is no file.
Result<ConfigEdit> with_server(const AgentClient& client, std::string_view text,
                               std::string_view program);
/// Returns the file without the server; nullopt: there is no entry. `former`: the members of the
/// entry before with_server(); they are restored instead of removing the entry. An entry that does
/// not start `program`, or with values that would be lost, is an error (check_removal()).
Result<std::optional<std::string>> without_server(const AgentClient& client, std::string_view text,
                                                  std::string_view program,
                                                  const std::optional<json::Object>& former);

}  // namespace codeweaver::cli
