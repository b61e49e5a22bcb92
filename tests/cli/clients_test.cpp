// Tests of install and uninstall on the texts of settings files, for every client.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "cli/clients/agent_clients.hpp"
#include "cli/clients/install_record.hpp"
#include "cli/clients/plain_json.hpp"
#include "cli/settings_texts.hpp"
#include "json/writer.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kProgram = "/opt/a \"b\"/codeweaver";

/// The result of without_server(), "none", or the code of the error.
std::string without(const AgentClient& client, std::string_view text,
                    const std::optional<json::Object>& former = {}) {
  const auto done = without_server(client, text, kProgram, former);
  return !done ? done.error().code : *done ? **done : "none";
}

std::string error_of(const AgentClient& client, std::string_view text) {
  const auto done = with_server(client, text, kProgram);
  return done ? "none" : done.error().code;
}

const AgentClient& client_of(std::string_view id) {
  const auto* const client = find_agent_client(id);
  REQUIRE(client != nullptr);
  return *client;
}

}  // namespace

TEST_CASE("clients: each is found by its own ID, and no other word is one") {
  for (const auto& client : agent_clients()) CHECK(find_agent_client(client.id) == &client);
  CHECK(find_agent_client("") == nullptr);
  CHECK(find_agent_client("emacs") == nullptr);
}

TEST_CASE("clients: what install adds to an empty file, uninstall removes") {
  for (const auto& client : agent_clients()) {
    CAPTURE(client.id);
    const auto with = with_server(client, "", kProgram);
    REQUIRE(with);
    CHECK_FALSE(with->former);
    CHECK(with->text.find("/opt/a \\\"b\\\"/codeweaver") != std::string::npos);
    const auto again = with_server(client, with->text, kProgram);
    REQUIRE(again);
    CHECK(again->text == with->text);
    const auto left = without(client, with->text);
    CHECK(left.find("codeweaver") == std::string::npos);
    if (client.form == ConfigForm::kOwnFile) CHECK(left.empty());
  }
}

TEST_CASE("clients: uninstall restores the bytes of generated files from the record") {
  const test::TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    for (const auto& client : agent_clients()) {
      if (client.form != ConfigForm::kJson) continue;
      const std::string text = test::SettingsTexts(seed).json(client.section, "other");
      const auto with = with_server(client, text, kProgram);
      if (!with) continue;
      CAPTURE(seed);
      CAPTURE(text);
      InstallRecord record(folder / "installed.json");
      record.note("file", text, with->text, with->former);
      const auto before = record.before("file", with->text);
      REQUIRE((before && *before));
      CHECK(**before == text);
      // Another program writes to the file: only our entry goes.
      const auto changed = with->text + "\n// more\n";
      CHECK_FALSE(record.before("file", changed));
      const auto values = parse_commented_json(without(client, changed, record.former("file")));
      REQUIRE(values);
      const auto* const section = values->find(client.section);
      CHECK((section == nullptr || section->find("codeweaver") == nullptr));
    }
  }
}

TEST_CASE("clients: an entry of the user keeps its other values and gets them back") {
  const auto& client = client_of("cursor");
  const std::string text =
      "{\"mcpServers\": {\"codeweaver\": {\"command\": \"old\", \"args\": [\"-v\"], \"env\": "
      "{\"A\": "
      "\"1\"}}}}";
  const auto with = with_server(client, text, kProgram);
  REQUIRE(with);
  REQUIRE(with->former);
  const auto values = parse_commented_json(with->text);
  REQUIRE(values);
  const auto* const entry = values->find("mcpServers")->find("codeweaver");
  CHECK(*entry->find("command")->if_string() == kProgram);
  CHECK(*entry->find("env") == json::Value(json::Object{{"A", std::string("1")}}));
  const auto restored = parse_commented_json(without(client, with->text, with->former));
  REQUIRE(restored);
  CHECK(*restored == *parse_commented_json(text));
}

TEST_CASE("clients: an entry of another form is neither changed nor removed") {
  const auto& client = client_of("claude-code");
  const auto file = [](const std::string& entry) {
    return "{\"mcpServers\": {\"codeweaver\": " + entry + "}}";
  };
  for (const std::string entry :
       {"1", "[]", "{\"url\": \"http://x\"}", "{\"type\": \"sse\"}", "{\"command\": [\"x\"]}"}) {
    CAPTURE(entry);
    CHECK(error_of(client, file(entry)) == "OTHER_ENTRY");
    CHECK(without(client, file(entry)) == "OTHER_ENTRY");
  }
  for (const std::string entry :
       {"{\"command\": \"/opt/other\", \"args\": [\"mcp\"]}", "{}",
        "{\"command\": \"codeweaver\", \"args\": [\"mcp\"], \"env\": {\"A\": \"1\"}}"}) {
    CAPTURE(entry);
    CHECK(without(client, file(entry)) == "OTHER_ENTRY");
  }
  CHECK(without(client, file("{\"command\": \"codeweaver\", \"args\": [\"mcp\"], \"env\": {}}")) ==
        "{\"mcpServers\": {}}");
}

TEST_CASE("clients: a file of our own is replaced only if nothing else is in it") {
  const auto& client = client_of("continue");
  const auto own = with_server(client, "", "/old/codeweaver");
  REQUIRE(own);
  CHECK(with_server(client, own->text, kProgram)->text.find("/old/") == std::string::npos);
  CHECK(without(client, own->text).empty());
  CHECK(error_of(client, own->text + "rules: []\n") == "OTHER_ENTRY");
  CHECK(without(client, own->text + "rules: []\n") == "OTHER_ENTRY");
  CHECK(without(client, with_server(client, "", "/opt/other")->text) == "OTHER_ENTRY");
  CHECK(without(client, "") == "none");
}

TEST_CASE("clients: a TOML table is added at the end and removed again") {
  const auto& client = client_of("codex");
  for (const std::string text :
       {"", "model = \"x\" # why\n", "[tui]\r\na = 1\r\n", "\xEF\xBB\xBF# c\n\n[a]\n", "a = 1"}) {
    CAPTURE(text);
    const auto with = with_server(client, text, kProgram);
    REQUIRE(with);
    CHECK(with->text.starts_with(text));
    CHECK(with->text.find("[mcp_servers.codeweaver]") != std::string::npos);
    CHECK(test::solid_bytes(without(client, with->text)) == test::solid_bytes(text));
  }
  CHECK(error_of(client, "a = ") == "INVALID_SETTINGS_FILE");
  CHECK(error_of(client, "mcp_servers = 1\n") == "SETTINGS_FILE_FORM");
}

TEST_CASE("install record: a second change keeps the bytes of the first") {
  const test::TemporaryFolder folder;
  InstallRecord record(folder / "installed.json");
  record.note("a", "old text", "old OUR text", std::nullopt);
  record.note("a", "old OUR text", "old OUR NEW text", std::nullopt);
  CHECK(record.before("a", "old OUR NEW text").value() == "old text");
  CHECK_FALSE(record.before("a", "old OUR text"));
  CHECK_FALSE(record.created("a"));

  record.note("b", std::nullopt, "new", std::nullopt);
  REQUIRE(record.save());
  InstallRecord read(folder / "installed.json");
  CHECK(read.created("b"));
  CHECK(read.before("b", "new").value() == std::nullopt);
  CHECK(read.before("a", "old OUR NEW text").value() == "old text");
  read.forget("b");
  CHECK_FALSE(read.created("b"));
}

TEST_CASE("install record: values that were changed are noticed and not used") {
  const test::TemporaryFolder folder;
  const auto file = folder / "installed.json";
  const std::string before = "{\"other\": 1}", after = "{\"other\": 1, \"ours\": 2}";
  {
    InstallRecord record(file);
    record.note("a", before, after, json::Object{{"command", "theirs"}});
    REQUIRE(record.save());
    CHECK(record.check("a"));
    CHECK(record.check("unknown"));
  }
  const auto whole = *json::parse(*base::read_file(file));
  const auto damaged = [&](const std::string& key, const json::Value& value) {
    CAPTURE(key);
    auto values = whole;
    auto entry = *values.find("a");
    entry.set(key, value);
    values.set("a", std::move(entry));
    REQUIRE(base::write_file_atomic(file, json::dump(values)));
    const InstallRecord record(file);
    const auto checked = record.check("a");
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == "INSTALL_RECORD_DAMAGED");
    CHECK_FALSE(record.before("a", after));
    CHECK_FALSE(record.former("a"));
    CHECK_FALSE(record.created("a"));
  };
  for (const auto* const number : {"at", "length"})
    for (const int value : {0, 1, 5, 12}) damaged(number, value);
  damaged("is_new", true);
  damaged("bytes", "AAAA");
  damaged("former", json::Object{{"command", "other"}});
  damaged("checksum", nullptr);
}

}  // namespace codeweaver::cli
