// Tests of changing one table in a file of another program: all other bytes stay the same, or
// nothing changes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/toml_entry.hpp"

#include <doctest/doctest.h>

#include <string>

namespace codeweaver::settings {
namespace {

const TomlTable kTable = {"mcp_servers", "codeweaver"};

/// The text with command = "new" and args = ["mcp"], or the code of the error.
std::string entry_after(std::string_view text) {
  const auto done = with_toml_table(text, kTable, {{"command", "\"new\""}, {"args", "[\"mcp\"]"}});
  return done ? *done : done.error().code;
}

std::string without(std::string_view text) {
  const auto done = without_toml_table(text, kTable);
  return !done ? done.error().code : *done ? **done : "none";
}

}  // namespace

TEST_CASE("toml table: a new one goes to the end, in the line ends of the file") {
  const std::string lines = "command = \"new\"\nargs = [\"mcp\"]\n";
  CHECK(entry_after("") == "[mcp_servers.codeweaver]\n" + lines);
  CHECK(entry_after("\xEF\xBB\xBFx = 1") ==
        "\xEF\xBB\xBFx = 1\n\n[mcp_servers.codeweaver]\n" + lines);
  CHECK(entry_after("a = 1\r\n") ==
        "a = 1\r\n\r\n[mcp_servers.codeweaver]\r\ncommand = \"new\"\r\nargs = [\"mcp\"]\r\n");
  CHECK(without(entry_after("x = 1\n")) == "x = 1\n");
}

TEST_CASE("toml table: values change in their place, in every form that has one") {
  CHECK(entry_after("[ mcp_servers . \"codeweaver\" ] # h\xC3\xA9\n  command = '''a\nb''' # c\n") ==
        "[ mcp_servers . \"codeweaver\" ] # h\xC3\xA9\n  command = \"new\" # c\n"
        "  args = [\"mcp\"]\n");
  CHECK(entry_after("[mcp_servers]\ncodeweaver = { command = \"old\", x = 1 } # c\n") ==
        "[mcp_servers]\ncodeweaver = { args = [\"mcp\"], command = \"new\", x = 1 } # c\n");
  CHECK(entry_after("mcp_servers.codeweaver.command = \"old\"") ==
        "mcp_servers.codeweaver.command = \"new\"\nmcp_servers.codeweaver.args = [\"mcp\"]\n");
  CHECK(entry_after("[mcp_servers.codeweaver.env]\nA = 1\n[b]\nc = nan\n") ==
        "[mcp_servers.codeweaver.env]\nA = 1\n[b]\nc = nan\n\n[mcp_servers.codeweaver]\n"
        "command = \"new\"\nargs = [\"mcp\"]\n");
}

TEST_CASE("toml table: an entry of a section in braces is written in braces") {
  CHECK(entry_after("mcp_servers = { other = {} } # c\n") ==
        "mcp_servers = { codeweaver = { command = \"new\", args = [\"mcp\"] }, other = {} } # c\n");
  CHECK(entry_after("mcp_servers = {}\nx = 1\n") ==
        "mcp_servers = { codeweaver = { command = \"new\", args = [\"mcp\"] } }\nx = 1\n");
  CHECK(without("x = 1\nmcp_servers = { codeweaver = { a = 1 }, other = {} }\n") ==
        "x = 1\nmcp_servers = { other = {} }\n");
  CHECK(without("mcp_servers = { other = {}, codeweaver = { a = 1 } } # c\n") ==
        "mcp_servers = { other = {} } # c\n");
}

TEST_CASE("toml table: a form that cannot be changed is refused") {
  CHECK(entry_after("[[mcp_servers]]\nx = 1\n") == "SETTINGS_FILE_FORM");
  CHECK(entry_after("mcp_servers.codeweaver = 5\n") == "SETTINGS_FILE_FORM");
  CHECK(entry_after("x = 1\n[=") == "INVALID_SETTINGS_FILE");
  CHECK(entry_after("\xC3\xA9 = 1\n") == "INVALID_SETTINGS_FILE");
  CHECK(entry_after("a = " + std::string(100, '[')) == "INVALID_SETTINGS_FILE");
}

TEST_CASE("toml table: removing it leaves the comments around it, and all other tables") {
  CHECK(without("a = 1\n\n[mcp_servers.codeweaver]\n# inside\ncommand = \"x\"\n\n# outside\n[b]\n"
                "\n[mcp_servers.codeweaver.env]\nA = 1\n\n[[mcp_servers.codeweaver.t]]\nx = 1\n") ==
        "a = 1\n\n# outside\n[b]\n");
  CHECK(without("[mcp_servers]\ncodeweaver.command = \"x\"\nother.command = \"y\"\n"
                "codeweaver.args = [\n1]\n") == "[mcp_servers]\nother.command = \"y\"\n");
  CHECK(without("[mcp_servers.other]\n") == "none");
}

TEST_CASE("toml table: values are read as JSON, and a key is taken out") {
  const auto known = toml_table("[mcp_servers.codeweaver]\nargs = ['mcp']\n", kTable);
  REQUIRE(known);
  REQUIRE(*known);
  CHECK((*known)->find("\"mcp\"") != std::string::npos);
  const auto removed =
      with_toml_table("[mcp_servers]\ncodeweaver = { a = 1, args = [] }\n", kTable, {{"args", {}}});
  REQUIRE(removed);
  CHECK(*removed == "[mcp_servers]\ncodeweaver = { a = 1 }\n");
}

}  // namespace codeweaver::settings
