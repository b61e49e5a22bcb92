// Tool calls as steps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "json/value.hpp"
#include "mcp/outcome.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {

/// A call of `tool`. If the arguments do not match its schema, the result is an error.
std::shared_ptr<const Step> make_tool_step(std::shared_ptr<const Tool> tool, json::Value arguments);

}  // namespace codeweaver::mcp
