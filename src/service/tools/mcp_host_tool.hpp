// The parts of all our tools: their texts and a function of the host.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "mcp/tool.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

struct ToolText {
  std::string_view name, title, description;
  std::string_view input_schema, output_schema;  ///< JSON
};

using HostCall = mcp::ToolResult (*)(ProjectHost& host, const json::Value& arguments,
                                     const mcp::RequestContext& context);

/// A read-only tool (the caller may change that). It keeps `host` alive.
mcp::Tool make_host_tool(const ToolText& text, std::shared_ptr<ProjectHost> host, HostCall call);

}  // namespace codeweaver::service
