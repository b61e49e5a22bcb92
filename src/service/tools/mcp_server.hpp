// Our MCP server: tools, resources, prompts and completion over the projects of a host.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "mcp/server.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// What `codeweaver mcp` and the /mcp of `codeweaver server` offer; the same object may serve any
/// number of connections of any transport.
mcp::Server make_mcp_server(std::shared_ptr<ProjectHost> host);

/// Tells the clients of `server` that subscribed to the status or the coverage when those of a
/// project change; as long as it lives.
Subscription tell_of_indexing(HostedProject& project, mcp::Server server);

}  // namespace codeweaver::service
