// Tools from their text and a function of the host.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/mcp_host_tool.hpp"

#include <string>
#include <utility>

namespace codeweaver::service {

mcp::Tool make_host_tool(const ToolText& text, std::shared_ptr<ProjectHost> host, HostCall call) {
  mcp::Tool tool;
  tool.name = text.name;
  tool.title = text.title;
  tool.description = text.description;
  tool.input_schema = *json::parse(text.input_schema);
  tool.output_schema = *json::parse(text.output_schema);
  tool.call = [host = std::move(host), call](const json::Value& arguments,
                                             const mcp::CallContext& context) {
    return call(*host, arguments, context);
  };
  return tool;
}

}  // namespace codeweaver::service
