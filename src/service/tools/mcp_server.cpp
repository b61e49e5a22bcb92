// Our MCP server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_server.hpp"

#include <string>
#include <utility>

#include "codeweaver/version.hpp"
#include "service/tools/mcp_prompts.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_resources.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kInstructions =
    "codeweaver finds code by meaning, offline, in an index that follows the files.\n"
    "- Start with find_code: ask in plain words what you want to know (\"where are retries "
    "configured\"), or give a name or a snippet. It answers with ranked places and their best "
    "lines. Prefer it to grep and to reading files one by one.\n"
    "- search_text is grep: every line with an exact text or a regular expression, of the files as "
    "they are now, with the definition around it.\n"
    "- Narrow with directory, file_glob, focus_languages; set intent or task when you know it; "
    "include_tests for tests. detail \"full\" returns whole definitions, \"summary\" many short "
    "ones. token_limit bounds an answer; next_cursor goes on.\n"
    "- find_symbol gives the definition of an exact name. search_code is a plain variant that "
    "returns full code.\n"
    "- Paths are relative to the project's root. Read a file with codeweaver://file/PATH.\n"
    "- Calls mean the active project unless project_id says otherwise: list_projects, "
    "set_active_project. index_repository adds a folder; without a path, the one you work in.\n"
    "- While a first index is being built, answers come from what is there and say which share "
    "that is; get_status tells more. Warnings in an answer say what may be missing.\n";

constexpr std::string_view kOnQueryNode =
    "- This is a query node: it asks a store that others index. Name a project_id of "
    "list_projects; "
    "search_text, index_repository, set_active_project, ref and changed_in are not available.\n";

/// A tool that changes something, as a host offers it that may refuse that.
mcp::Tool checked(mcp::Tool tool, const std::shared_ptr<ProjectHost>& host) {
  if (!host->refuses_changes()) return tool;
  tool.start = {};
  tool.call = [host](const json::Value&, const mcp::CallContext&) {
    return refusal(*host->refuses_changes());
  };
  return tool;
}

}  // namespace

mcp::Server make_mcp_server(std::shared_ptr<ProjectHost> host) {
  std::string instructions(kInstructions);
  if (host->is_from_store()) instructions += kOnQueryNode;
  mcp::Server server({"codeweaver", "codeweaver", std::string(kVersion), std::move(instructions)},
                     {.has_changing_lists = false});
  for (const auto& entry : kTools)
    server.add(entry.makes_changes ? checked(entry.make(host), host) : entry.make(host));
  server.add(make_status_resource(host));
  server.add(make_coverage_resource(host));
  server.add(make_file_template(host));
  for (auto& prompt : make_prompts(host)) server.add(std::move(prompt));
  return server;
}

Subscription tell_of_indexing(HostedProject& project, mcp::Server server) {
  return project.on_indexing([server = std::move(server)](const IndexingSnapshot& now) mutable {
    // Not of each step: clients read the whole resource anew.
    if (now.state == IndexingState::kIndexing && now.progress.files_processed > 0) return;
    server.resource_updated(kStatusUri);
    server.resource_updated(kCoverageUri);
  });
}

}  // namespace codeweaver::service
