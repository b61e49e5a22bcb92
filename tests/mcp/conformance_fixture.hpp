// The tools, resources and prompts that the official conformance suite requires, by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "json/value.hpp"
#include "mcp/server.hpp"

namespace codeweaver::mcp::fixture {

/// A literal; the text is our own and well-formed.
json::Value json_of(std::string_view text);
/// Files of a pixel and of a sample.
std::string one_pixel_png();
std::string one_sample_wav();

using Call = std::function<ToolResult(const json::Value& arguments, const RequestContext& context)>;

/// A tool that takes an object with these properties, all required.
Tool make_tool(std::string name, std::string description, Call call,
               std::string_view properties = "{}");

void add_content_tools(Server& server);  ///< kinds of content, progress, logs, schemas, changes
void add_input_tools(Server& server);    ///< what asks the client: elicitation, sampling, roots
void add_task_tools(Server& server);     ///< what runs as a task
void add_resources_and_prompts(Server& server);

}  // namespace codeweaver::mcp::fixture
