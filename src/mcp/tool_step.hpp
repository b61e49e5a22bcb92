// Tool calls as steps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "json/value.hpp"
#include "mcp/outcome.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {

/// A call of `tool`. Arguments that do not fit its schema give a result that says so.
std::shared_ptr<const Step> make_tool_step(std::shared_ptr<const Tool> tool, json::Value arguments);

}  // namespace codeweaver::mcp
