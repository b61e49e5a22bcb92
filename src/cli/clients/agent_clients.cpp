// The table of clients, and edits of their settings files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/agent_clients.hpp"

#include <algorithm>
#include <utility>

#include "base/json_text.hpp"
#include "base/try.hpp"
#include "cli/clients/entry_merge.hpp"
#include "json/writer.hpp"
#include "settings/toml_entry.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kServerName = "codeweaver";
constexpr std::string_view kPlain = "{\n  \"command\": $COMMAND,\n  \"args\": [\"mcp\"]\n}";
constexpr std::string_view kStdio =
    "{\n  \"type\": \"stdio\",\n  \"command\": $COMMAND,\n  \"args\": [\"mcp\"]\n}";

constexpr AgentClient kClients[] = {
    {"claude-code", "Claude Code", ".claude", ".claude.json", ConfigForm::kJson, "mcpServers",
     kStdio, true},
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

/// Returns the entry as JSON.
std::string entry_of(const AgentClient& client, std::string_view program) {
  std::string entry(client.entry);
  replace(entry, "$COMMAND", json_string(program));
  replace(entry, "$WORDS", '[' + json_string(program) + ", \"mcp\"]");
  return entry;
}

/// Reads, adds, changes and removes our entry in one kind of file. Values are JSON. TOML has the
/// same syntax for strings and lists of strings.
class JsonEntries {
 public:
  explicit JsonEntries(const AgentClient& client)
      : section_({std::string(client.section)}),
        entry_({section_.front(), std::string(kServerName)}) {}

  Result<std::optional<json::Value>> read(std::string_view text) const {
    return member_value(text, section_, std::string(kServerName));
  }
  Result<std::string> add(std::string_view text, const std::string& entry) const {
    return with_member(text, {section_, std::string(kServerName), entry});
  }
  /// nullopt: the key is removed.
  Result<std::string> set(std::string_view text, const std::string& key,
                          const std::optional<std::string>& value) const {
    if (value) return with_member(text, {entry_, key, *value});
    CODEWEAVER_ASSIGN(auto without, without_member(text, {entry_, key, {}}));
    return without ? *std::move(without) : std::string(text);
  }
  Result<std::optional<std::string>> remove(std::string_view text) const {
    return without_member(text, {section_, std::string(kServerName), {}});
  }

 private:
  std::vector<std::string> section_, entry_;
};

class TomlEntries {
 public:
  explicit TomlEntries(const AgentClient& client)
      : table_{std::string(client.section), std::string(kServerName)} {}

  Result<std::optional<json::Value>> read(std::string_view text) const {
    CODEWEAVER_ASSIGN(const auto known, settings::toml_table(text, table_));
    if (!known) return std::optional<json::Value>();
    CODEWEAVER_ASSIGN(auto value, json::parse(*known));
    return std::optional(std::move(value));
  }
  Result<std::string> add(std::string_view text, const std::string& entry) const {
    CODEWEAVER_ASSIGN(const auto wanted, json::parse(entry));
    settings::TomlChanges values;
    for (const auto& member : *wanted.if_object())
      values.emplace_back(member.key, json::dump(member.value));
    return settings::with_toml_table(text, table_, values);
  }
  Result<std::string> set(std::string_view text, const std::string& key,
                          const std::optional<std::string>& value) const {
    return settings::with_toml_table(text, table_, {{key, value}});
  }
  Result<std::optional<std::string>> remove(std::string_view text) const {
    return settings::without_toml_table(text, table_);
  }

 private:
  settings::TomlTable table_;
};

template <class Entries>
Result<ConfigEdit> with_entry(const Entries& entries, std::string_view text,
                              const std::string& entry) {
  CODEWEAVER_ASSIGN(const auto known, entries.read(text));
  ConfigEdit edit{std::string(text), {}};
  if (!known) {
    CODEWEAVER_ASSIGN(edit.text, entries.add(text, entry));
    return edit;
  }
  CODEWEAVER_ASSIGN(const auto wanted, json::parse(entry));
  CODEWEAVER_ASSIGN(const auto changes, merged_members(*known, wanted));
  edit.former.emplace();
  for (const auto& member : changes) {
    const auto* const old = known->find(member.key);
    edit.former->push_back({member.key, old != nullptr ? *old : json::Value()});
    CODEWEAVER_ASSIGN(edit.text, entries.set(edit.text, member.key, json::dump(member.value)));
  }
  return edit;
}

template <class Entries>
Result<std::optional<std::string>> without_entry(const Entries& entries, std::string_view text,
                                                 const std::string& entry,
                                                 const std::optional<json::Object>& former) {
  CODEWEAVER_ASSIGN(const auto known, entries.read(text));
  if (!known) return std::optional<std::string>();
  CODEWEAVER_ASSIGN(const auto wanted, json::parse(entry));
  CODEWEAVER_TRY(check_removal(*known, wanted, former));
  if (!former) return entries.remove(text);
  std::string out(text);
  for (const auto& member : *former) {
    const auto value =
        member.value.is_null() ? std::nullopt : std::optional(json::dump(member.value));
    CODEWEAVER_ASSIGN(out, entries.set(out, member.key, value));
  }
  return std::optional(std::move(out));
}

constexpr std::string_view kOwnFileBegin =
    "name: codeweaver\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: codeweaver\n    "
    "command: ";
constexpr std::string_view kOwnFileEnd = "\n    args:\n      - mcp\n";

std::string own_file(std::string_view program) {
  return std::string(kOwnFileBegin).append(json_string(program)).append(kOwnFileEnd);
}

/// Returns the program of a file that is exactly as codeweaver writes it, for any program.
/// Errors: kUnsupported "OTHER_ENTRY".
Result<std::string> program_of_own_file(std::string_view text) {
  const Error other{ErrorCategory::kUnsupported, "OTHER_ENTRY",
                    "The file has other content than codeweaver writes", "reading a settings file",
                    ""};
  if (!text.starts_with(kOwnFileBegin) || !text.ends_with(kOwnFileEnd) ||
      text.size() < kOwnFileBegin.size() + kOwnFileEnd.size())
    return other;
  text.remove_prefix(kOwnFileBegin.size());
  text.remove_suffix(kOwnFileEnd.size());
  const auto value = json::parse(text);
  if (!value || !value->is_string()) return other;
  return *value->if_string();
}

Result<std::optional<std::string>> without_own_file(std::string_view text,
                                                    std::string_view program) {
  if (text.empty()) return std::optional<std::string>();
  CODEWEAVER_ASSIGN(const auto known, program_of_own_file(text));
  if (!starts_codeweaver(known, program)) return other_program(known);
  return std::optional<std::string>("");
}

}  // namespace

std::span<const AgentClient> agent_clients() noexcept {
  return kClients;
}

const AgentClient* find_agent_client(std::string_view id) noexcept {
  const auto found = std::ranges::find(kClients, id, &AgentClient::id);
  return found == std::end(kClients) ? nullptr : &*found;
}

Result<ConfigEdit> with_server(const AgentClient& client, std::string_view text,
                               std::string_view program) {
  switch (client.form) {
    case ConfigForm::kToml:
      return with_entry(TomlEntries(client), text, entry_of(client, program));
    case ConfigForm::kOwnFile:
      if (!text.empty()) CODEWEAVER_TRY(program_of_own_file(text));
      return ConfigEdit{own_file(program), {}};
    case ConfigForm::kJson:
      break;
  }
  return with_entry(JsonEntries(client), text, entry_of(client, program));
}

Result<std::optional<std::string>> without_server(const AgentClient& client, std::string_view text,
                                                  std::string_view program,
                                                  const std::optional<json::Object>& former) {
  switch (client.form) {
    case ConfigForm::kToml:
      return without_entry(TomlEntries(client), text, entry_of(client, program), former);
    case ConfigForm::kOwnFile:
      return without_own_file(text, program);
    case ConfigForm::kJson:
      break;
  }
  return without_entry(JsonEntries(client), text, entry_of(client, program), former);
}

}  // namespace codeweaver::cli
