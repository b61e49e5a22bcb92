// Our MCP server: tools, resources, prompts and completion over the projects of a host.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "mcp/server.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// The server of `codeweaver mcp` and of /mcp in `codeweaver server`. One object may serve any
/// number of connections over any transport.
mcp::Server make_mcp_server(std::shared_ptr<ProjectHost> host);

/// Notifies clients of `server` that subscribed to the status or coverage resource when those of
/// `project` change, as long as the returned subscription lives.
Subscription tell_of_indexing(HostedProject& project, mcp::Server server);

}  // namespace codeweaver::service
