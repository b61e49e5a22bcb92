// The prompts of our MCP server: explore, locate, impact, ask.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "mcp/prompt.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Each gives one message: what to call, in which order, for what; "ask" the sources themselves.
std::vector<mcp::Prompt> make_prompts(std::shared_ptr<ProjectHost> host);

/// A question with numbered passages, fenced off as data, and how to cite them. What its search
/// refuses is an error of it.
mcp::Prompt make_ask_prompt(std::shared_ptr<ProjectHost> host);

/// The argument `project_id`, which completes.
mcp::PromptArgument project_argument(const std::shared_ptr<ProjectHost>& host);

}  // namespace codeweaver::service
