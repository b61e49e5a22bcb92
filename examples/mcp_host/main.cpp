// A tiny MCP server over stdio: find_code on one folder, and a tool of its own beside it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <iostream>

#include "mcp/server.hpp"
#include "mcp/stdio.hpp"
#include "service/mcp_tools.hpp"
#include "service/project_host.hpp"
#include "service/workspace_opener.hpp"
#include "settings/environment.hpp"

namespace {

using codeweaver::service::ProjectHost;

/// Whatever an agent should know; structured content and schemas are optional.
codeweaver::mcp::Tool make_conventions_tool() {
  codeweaver::mcp::Tool tool;
  tool.name = "get_conventions";
  tool.title = "Conventions";
  tool.description = "How code of this team is written. Ask before you write some.";
  tool.call = [](const auto&, const auto&) {
    codeweaver::mcp::ToolResult result;
    result.text = "Tests stand beside what they test.";
    return result;
  };
  return tool;
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
  const auto environment = codeweaver::settings::capture_environment();
  const auto data_dir = codeweaver::settings::user_data_dir(environment);
  if (!data_dir) return fail(data_dir.error());
  codeweaver::ProjectRegistry registry(*data_dir);
  const auto project = registry.add(argv[1]);
  if (!project) return fail(project.error());

  const codeweaver::service::WorkspaceOpener opener({environment});
  const auto open = [&](const codeweaver::Project& one) { return opener.open(one); };
  const auto host = ProjectHost::start({registry, open, {}, *project});  // indexes, and watches
  if (!host) return fail(host.error());

  codeweaver::mcp::Server server({"codeweaver", "codeweaver", CODEWEAVER_VERSION,
                                  "find_code answers questions about the code of " +
                                      project->root.string() +
                                      ": ask in plain words, by name, or with a snippet."});
  server.add(codeweaver::service::make_find_code_tool(*host));
  server.add(make_conventions_tool());
  codeweaver::mcp::serve_stdio(server);
  (*host)->shutdown();
  return 0;
}
