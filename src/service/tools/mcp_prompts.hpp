// The prompts of our MCP server: explore, locate, impact, ask.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "mcp/prompt.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Each prompt returns one message: the tools to call and their order. "ask" also includes the
/// sources.
std::vector<mcp::Prompt> make_prompts(std::shared_ptr<ProjectHost> host);

/// The prompt "ask": a question with numbered passages, marked as data, and rules for citing them.
/// Errors: those of the search.
mcp::Prompt make_ask_prompt(std::shared_ptr<ProjectHost> host);

/// The argument `project_id`, with completion.
mcp::PromptArgument project_argument(const std::shared_ptr<ProjectHost>& host);

}  // namespace codeweaver::service
