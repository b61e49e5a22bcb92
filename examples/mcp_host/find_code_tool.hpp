// The find_code tool: its schemas, and a call on a workspace.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/workspace.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::example {

/// A tool that answers from `workspace`, which must outlive it.
mcp::Tool make_find_code_tool(CodeWeaver& workspace);

}  // namespace codeweaver::example
