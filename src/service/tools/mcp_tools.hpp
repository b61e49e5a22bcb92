// The tools of our MCP server, one factory each.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "mcp/tool.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Each tool answers from the projects of `host`, which it keeps alive. Calls may be concurrent.
mcp::Tool make_find_code_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_search_code_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_find_symbol_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_index_repository_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_get_status_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_list_projects_tool(std::shared_ptr<ProjectHost> host);
mcp::Tool make_set_active_project_tool(std::shared_ptr<ProjectHost> host);

}  // namespace codeweaver::service
