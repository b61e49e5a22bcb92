// The prompts of our MCP server: explore, locate, impact.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "mcp/prompt.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Each gives one message that tells a model which tools to call, in which order, for what.
std::vector<mcp::Prompt> make_prompts(std::shared_ptr<ProjectHost> host);

}  // namespace codeweaver::service
