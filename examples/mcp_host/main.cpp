// A small MCP server over stdio: find_code for one folder, and one custom tool.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <codeweaver/mcp_server.hpp>
#include <cstdlib>
#include <iostream>
#include <string>

namespace {

/// A tool with information for agents; arguments, schemas and structured content are optional.
codeweaver::McpTool make_conventions_tool() {
  codeweaver::McpTool tool;
  tool.name = "get_conventions";
  tool.title = "Conventions";
  tool.description = "Coding conventions of this team. Call this before you write code.";
  tool.call = [](const codeweaver::McpToolCall&) {
    codeweaver::McpToolReply reply;
    reply.text = "Tests are in the same folder as the code that they test.";
    return reply;
  };
  return tool;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The folder of the user's indexes.
std::filesystem::path data_dir() {
  if (const auto folder = variable("XDG_DATA_HOME"); !folder.empty())
    return std::filesystem::path(folder) / "codeweaver";
  return std::filesystem::path(variable("HOME")) / ".local/share/codeweaver";
}

int fail(const codeweaver::Error& error) {
  std::cerr << "mcp_host: " << error.message() << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: mcp_host FOLDER\n";
    return 2;
  }
  codeweaver::McpServer server({.name = "mcp_host",
                                .title = "Code of the team",
                                .version = "1.0",
                                .instructions = "find_code answers questions about the code of " +
                                                std::string(argv[1]) +
                                                ": ask in plain words, by name, or with a "
                                                "snippet."});
  const auto found = server.add_find_code({argv[1], data_dir()});  // indexes and watches the folder
  if (!found) return fail(found.error());
  if (auto added = server.add(make_conventions_tool()); !added) return fail(added.error());
  server.serve_stdio();
  return 0;
}
