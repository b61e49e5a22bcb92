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
};

std::span<const AgentClient> agent_clients() noexcept;
/// By id; null: there is no such client.
const AgentClient* find_agent_client(std::string_view id) noexcept;

/// What the file of a client holds then, with this server started by `program`. Errors: those of
/// with_member(); kInvalidArgument "INVALID_CONFIG" (TOML that says it in another way).
Result<std::string> with_server(const AgentClient& client, std::string_view text,
                                std::string_view program);
/// The same without the server; nullopt: it is not there.
Result<std::optional<std::string>> without_server(const AgentClient& client, std::string_view text);

}  // namespace codeweaver::cli
