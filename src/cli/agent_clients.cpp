// The programs that agents run in: a table, and their files with this server and without.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/agent_clients.hpp"

#include <algorithm>

#include "base/json_text.hpp"
#include "settings/toml_file.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kServerName = "codeweaver";
constexpr std::string_view kPlain = "{\n  \"command\": $COMMAND,\n  \"args\": [\"mcp\"]\n}";
constexpr std::string_view kStdio =
    "{\n  \"type\": \"stdio\",\n  \"command\": $COMMAND,\n  \"args\": [\"mcp\"]\n}";

constexpr AgentClient kClients[] = {
    {"claude-code", "Claude Code", ".claude", ".claude.json", ConfigForm::kJson, "mcpServers",
     kStdio},
    {"claude-desktop", "Claude Desktop", ".config/Claude",
     ".config/Claude/claude_desktop_config.json", ConfigForm::kJson, "mcpServers", kPlain},
    {"cursor", "Cursor", ".cursor", ".cursor/mcp.json", ConfigForm::kJson, "mcpServers", kPlain},
    {"vscode", "VS Code", ".config/Code/User", ".config/Code/User/mcp.json", ConfigForm::kJson,
     "servers", kStdio},
    {"codex", "Codex", ".codex", ".codex/config.toml", ConfigForm::kToml, "mcp_servers", kPlain},
    {"gemini", "Gemini CLI", ".gemini", ".gemini/settings.json", ConfigForm::kJson, "mcpServers",
     kPlain},
    {"zed", "Zed", ".config/zed", ".config/zed/settings.json", ConfigForm::kJson, "context_servers",
     "{\n  \"source\": \"custom\",\n  \"command\": $COMMAND,\n  \"args\": [\"mcp\"],\n  \"env\": "
     "{}\n}"},
    {"windsurf", "Windsurf", ".codeium/windsurf", ".codeium/windsurf/mcp_config.json",
     ConfigForm::kJson, "mcpServers", kPlain},
    {"continue", "Continue", ".continue", ".continue/mcpServers/codeweaver.yaml",
     ConfigForm::kOwnFile, "", kPlain},
    {"opencode", "opencode", ".config/opencode", ".config/opencode/opencode.json",
     ConfigForm::kJson, "mcp",
     "{\n  \"type\": \"local\",\n  \"command\": $WORDS,\n  \"enabled\": true\n}"},
};

std::string json_string(std::string_view text) {
  std::string out;
  base::append_json_string(out, text);
  return out;
}

void replace(std::string& text, std::string_view what, const std::string& with) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
}

WantedMember member_of(const AgentClient& client, std::string_view program) {
  WantedMember wanted{
      {std::string(client.section)}, std::string(kServerName), std::string(client.entry)};
  replace(wanted.value, "$COMMAND", json_string(program));
  replace(wanted.value, "$WORDS", '[' + json_string(program) + ", \"mcp\"]");
  return wanted;
}

std::string table_header(const AgentClient& client) {
  return '[' + std::string(client.section) + '.' + std::string(kServerName) + ']';
}

/// Basic strings of TOML are those of JSON.
std::string table_of(const AgentClient& client, std::string_view program) {
  return table_header(client) + "\ncommand = " + json_string(program) + "\nargs = [\"mcp\"]\n";
}

/// Where the table stands with the blank line before it; {npos, npos}: nowhere.
struct Extent {
  std::size_t begin = std::string_view::npos, end = std::string_view::npos;
};
Extent table_in(std::string_view text, const AgentClient& client) {
  const auto header = table_header(client);
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const auto line = text.substr(begin, end - begin);
    const auto first = line.find_first_not_of(" \t");
    if (first != std::string_view::npos && line.substr(first).starts_with(header)) {
      auto next = end;
      while (next < text.size()) {
        const auto stop = std::min(text.find('\n', next), text.size() - 1) + 1;
        const auto other = text.substr(next, stop - next);
        const auto at = other.find_first_not_of(" \t");
        if (at != std::string_view::npos && other[at] == '[') break;
        next = stop;
      }
      return {begin, next};
    }
    begin = end;
  }
  return {};
}

Error told_otherwise(const AgentClient& client) {
  return {ErrorCategory::kInvalidArgument, "INVALID_CONFIG",
          std::string(client.section) + " is written as a value, not as tables",
          "adding the server to the settings of " + std::string(client.title),
          "Write it as tables ([" + std::string(client.section) + ".NAME]); nothing was changed."};
}

Result<std::string> with_table(const AgentClient& client, std::string_view text,
                               std::string_view program) {
  if (const auto read = settings::check_toml(text); !read)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_CONFIG", read.error().cause, "",
                 "Mend the file; nothing was changed."};
  std::string out(text);
  const auto section = std::string(client.section);
  for (const auto& start : {section + " =", section + "="})
    if (text.starts_with(start) || text.find('\n' + start) != std::string_view::npos)
      return told_otherwise(client);
  const auto known = table_in(text, client);
  const auto table = table_of(client, program);
  if (known.begin == std::string_view::npos) {
    if (!out.empty() && !out.ends_with('\n')) out += '\n';
    return out + (out.empty() ? "" : "\n") + table;
  }
  const auto blank =
      text.substr(known.begin, known.end - known.begin).ends_with("\n\n") ? "\n" : "";
  return out.replace(known.begin, known.end - known.begin, table + blank);
}

std::string own_file(std::string_view program) {
  return "name: codeweaver\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: codeweaver\n    "
         "command: " +
         json_string(program) + "\n    args:\n      - mcp\n";
}

}  // namespace

std::span<const AgentClient> agent_clients() noexcept {
  return kClients;
}

const AgentClient* find_agent_client(std::string_view id) noexcept {
  const auto found = std::ranges::find(kClients, id, &AgentClient::id);
  return found == std::end(kClients) ? nullptr : &*found;
}

Result<std::string> with_server(const AgentClient& client, std::string_view text,
                                std::string_view program) {
  switch (client.form) {
    case ConfigForm::kToml:
      return with_table(client, text, program);
    case ConfigForm::kOwnFile:
      return own_file(program);
    case ConfigForm::kJson:
      break;
  }
  return with_member(text, member_of(client, program));
}

Result<std::optional<std::string>> without_server(const AgentClient& client,
                                                  std::string_view text) {
  if (client.form == ConfigForm::kOwnFile) return std::optional<std::string>("");
  if (client.form == ConfigForm::kJson) return without_member(text, member_of(client, ""));
  const auto known = table_in(text, client);
  if (known.begin == std::string_view::npos) return std::optional<std::string>();
  std::string out(text);
  const bool has_blank = known.begin >= 2 && text.substr(known.begin - 2, 2) == "\n\n";
  out.erase(known.begin - (has_blank ? 1 : 0), known.end - known.begin + (has_blank ? 1 : 0));
  return std::optional(std::move(out));
}

}  // namespace codeweaver::cli
