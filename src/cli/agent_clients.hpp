// The programs that agents run in, and where each keeps its list of MCP servers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/json_edit.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// How the file of a client is written.
enum class ConfigForm : std::uint8_t {
  kJson,    ///< JSON, with comments or without
  kToml,    ///< a table of its own
  kOwnFile  ///< a file that holds this server alone
};

struct AgentClient {
  std::string_view id;     ///< "claude-code"
  std::string_view title;  ///< "Claude Code"
  /// What is there where the client is used, and its file; both below the home folder.
  std::string_view sign, file;
  ConfigForm form = ConfigForm::kJson;
  std::string_view section;  ///< names of the objects around the entry, by '.'
  /// The entry in JSON; $COMMAND and $WORDS stand for the program, and for it with its argument.
  std::string_view entry;
  /// The client holds a folder, FILE.lock, while it writes its file.
  bool has_lock_folder = false;
};

std::span<const AgentClient> agent_clients() noexcept;
/// By id; null: there is no such client.
const AgentClient* find_agent_client(std::string_view id) noexcept;

/// The file of a client with this server.
struct ConfigEdit {
  std::string text{};
  /// Where the file had an entry for this server: the members that were changed, as they were; null
  /// for those that did not exist. nullopt: it had no entry.
  std::optional<json::Object> former{};
};

// Errors: those of with_member() and with_toml_table(); kUnsupported "OTHER_ENTRY" (the entry, or
// the file that is to hold it alone, is of another kind).

/// The file with this server started by `program`. An entry that exists keeps what this program
/// does not need (merged_members()). An empty text stands for no file.
Result<ConfigEdit> with_server(const AgentClient& client, std::string_view text,
                               std::string_view program);
/// The file without the server; nullopt: it has no entry for it. `former`: of the entry that was
/// there before with_server(), whose members get their values back.
Result<std::optional<std::string>> without_server(const AgentClient& client, std::string_view text,
                                                  const std::optional<json::Object>& former);

}  // namespace codeweaver::cli
