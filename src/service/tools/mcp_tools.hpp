// The tools of our MCP server: one factory for each tool, and the list of all tools.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "mcp/tool.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Each tool works on the projects of `host`, which it keeps alive. Calls may be concurrent.
mcp::Tool make_find_code_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_search_code_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_search_text_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_find_symbol_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_call_graph_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_rename_preview_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_code_map_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_index_repository_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_get_status_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_list_projects_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_set_active_project_tool(std::shared_ptr<ProjectHost> host);

/// One tool. If its host refuses changes, a tool that makes changes refuses every call.
struct ToolEntry {
  mcp::Tool (*make)(std::shared_ptr<ProjectHost> host);
  bool makes_changes = false;
};

/// All tools, in the order that clients see. A new tool needs a source file and a line here.
inline constexpr ToolEntry kTools[] = {
    {make_find_code_tool},
    {make_search_text_tool},
    {make_find_symbol_tool},
    {make_call_graph_tool},
    {make_rename_preview_tool},
    {make_code_map_tool},
    {make_search_code_tool},
    {make_get_status_tool},
    {make_index_repository_tool, true},
    {make_list_projects_tool},
    {make_set_active_project_tool, true},
};

}  // namespace codeweaver::service
