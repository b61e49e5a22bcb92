// A tiny MCP server over stdio that offers find_code on one folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <iostream>

#include "codeweaver/workspace.hpp"
#include "find_code_tool.hpp"
#include "mcp/server.hpp"
#include "mcp/stdio.hpp"
#include "settings/environment.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: mcp_host FOLDER\n";
    return 2;
  }
  const auto fail = [](const codeweaver::Error& error) {
    std::cerr << "mcp_host: " << error.message() << '\n';
    return 1;
  };
  auto data_dir = codeweaver::settings::user_data_dir(codeweaver::settings::capture_environment());
  if (!data_dir) return fail(data_dir.error());
  auto project = codeweaver::ProjectRegistry(*data_dir).add(argv[1]);
  if (!project) return fail(project.error());
  auto workspace = codeweaver::CodeWeaver::open(*project);
  if (!workspace) return fail(workspace.error());

  codeweaver::mcp::Server server(
      {"codeweaver", "codeweaver", CODEWEAVER_VERSION,
       "find_code answers questions about the code of " + project->root.string() +
           ": ask in plain words, by name, or with a snippet. Narrow with focus_languages, "
           "directory or file_glob; ask for detail \"full\" to read whole definitions."});
  server.add(codeweaver::example::make_find_code_tool(*workspace));
  codeweaver::mcp::serve_stdio(server);
  return 0;
}
