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
    "codeweaver finds code by meaning, offline, in an index that is kept up to date.\n"
    "- Start with find_code: ask in plain words what you want to know (\"where are retries "
    "configured\"), or give a name or a snippet. It returns ranked matches with their best lines. "
    "Prefer it to grep and to reading files one by one.\n"
    "- search_text is grep: every line of the current files with an exact text or a regular "
    "expression, with the definition around it.\n"
    "- Narrow with directory, file_glob, focus_languages; set intent or task if you know it; "
    "include_tests adds tests. detail \"full\" returns whole definitions, \"summary\" many short "
    "ones. token_limit bounds an answer; next_cursor gets the next page.\n"
    "- find_symbol returns the definition of an exact name. call_graph tells what calls it, what "
    "it calls, which tests reach it, and what imports a file. rename_preview gives the diff of a "
    "rename, code_map an overview of a project. search_code is a plain variant that returns full "
    "code.\n"
    "- Paths are relative to the project's root. Read a file with codeweaver://file/PATH.\n"
    "- Calls without project_id use the active project: see list_projects, set_active_project. "
    "index_repository adds a folder; without a path, your working folder.\n"
    "- While a first index is being built, answers use the part indexed so far and report its "
    "share; get_status reports more. Warnings in an answer say what may be missing.\n";

constexpr std::string_view kOnQueryNode =
    "- This is a query node: it searches a store that other machines index. Give a project_id "
    "from list_projects; search_text, index_repository, set_active_project, ref and changed_in are "
    "not "
    "available.\n";

/// The tool, or a tool that refuses every call if `host` refuses changes.
mcp::Tool checked(mcp::Tool tool, const std::shared_ptr<ProjectHost>& host) {
  if (!host->refuses_changes()) return tool;
  tool.start = {};
  tool.call = [host](const json::Value&, const mcp::RequestContext&) {
    return refusal(*host->refuses_changes());
  };
  return tool;
}

}  // namespace

mcp::Server make_mcp_server(std::shared_ptr<ProjectHost> host) {
  std::string instructions(kInstructions);
  if (!host->can(Feature::kIndexing)) instructions += kOnQueryNode;
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
    // Not at each step: clients read the whole resource again.
    if (now.state == IndexingState::kIndexing && now.progress.files_processed > 0) return;
    server.resource_updated(kStatusUri);
    server.resource_updated(kCoverageUri);
  });
}

}  // namespace codeweaver::service
