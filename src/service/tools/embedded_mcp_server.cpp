// McpServer: the public interface of the module mcp and the tool find_code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/try.hpp"
#include "codeweaver/mcp_server.hpp"
#include "codeweaver/workspace.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"
#include "mcp/server.hpp"
#include "mcp/stdio.hpp"
#include "opening/workspace_opener.hpp"
#include "service/hosting/project_host.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::inline v0_1 {
namespace {

Error invalid_tool(const std::string& name, std::string_view what) {
  return {ErrorCategory::kInvalidArgument, "INVALID_TOOL",
          "Tool '" + name + "' " + std::string(what), "adding a tool",
          "Give it a name, a function, and a schema of the form {\"type\": \"object\", ...}."};
}

mcp::ToolResult to_result(McpToolReply reply, const std::string& name) {
  mcp::ToolResult out;
  out.text = std::move(reply.text);
  out.is_error = reply.is_error;
  if (reply.structured.empty()) return out;
  auto value = json::parse(reply.structured);
  if (!value || !value->is_object())
    return mcp::ToolResult::failure({ErrorCategory::kInternal, "INVALID_TOOL_REPLY",
                                     "Tool '" + name +
                                         "' returned structured content that is "
                                         "not a JSON object",
                                     "calling a tool", ""});
  out.structured = std::move(*value);
  return out;
}

}  // namespace

struct McpServer::Impl {
  mcp::Server server;
  std::shared_ptr<service::ProjectHost> host{};
};

McpServer::McpServer(Info info)
    : impl_(std::make_unique<Impl>(
          Impl{mcp::Server({std::move(info.name), std::move(info.title), std::move(info.version),
                            std::move(info.instructions)})})) {}
McpServer::McpServer(McpServer&&) noexcept = default;
McpServer& McpServer::operator=(McpServer&&) noexcept = default;
McpServer::~McpServer() {
  if (impl_ && impl_->host) impl_->host->shutdown();
}

Result<void> McpServer::add(McpTool tool) {
  if (tool.name.empty() || !tool.call) return invalid_tool(tool.name, "has no name or no function");
  mcp::Tool out;
  if (!tool.input_schema.empty()) {
    auto schema = json::parse(tool.input_schema);
    if (!schema || !schema->is_object())
      return invalid_tool(tool.name, "has an input schema that is not a JSON object");
    out.input_schema = std::move(*schema);
  }
  out.name = std::move(tool.name);
  out.title = std::move(tool.title);
  out.description = std::move(tool.description);
  out.is_read_only = tool.is_read_only;
  out.call = [call = std::move(tool.call), name = out.name](const json::Value& arguments,
                                                            const mcp::RequestContext& context) {
    const auto text = json::dump(arguments);
    return to_result(call({text, context.stop()}), name);
  };
  impl_->server.add(std::move(out));
  return {};
}

Result<void> McpServer::add_find_code(const McpProject& project) {
  if (impl_->host)
    return Error{ErrorCategory::kInvalidArgument, "PROJECT_TAKEN",
                 "The server already has find_code for another folder", "adding find_code",
                 "Create a second McpServer."};
  ProjectRegistry registry(project.data_dir);
  CODEWEAVER_ASSIGN(auto known, registry.add(project.folder));
  auto opener = std::make_shared<const opening::WorkspaceOpener>(
      opening::SettingsSources{{project.environment.begin(), project.environment.end()}});
  service::HostOptions options{std::move(registry),
                               [opener](const Project& one, const CallContext& call) {
                                 return opener->open(one, opening::Opening::kForHost, call);
                               },
                               {},
                               std::move(known)};
  options.is_own_named = true;
  auto host = service::ProjectHost::start(std::move(options));
  if (!host) return host.error();
  impl_->host = std::move(*host);
  impl_->server.add(service::make_find_code_tool(impl_->host));
  return {};
}

void McpServer::serve_stdio(std::stop_token stop) {
  mcp::StdioOptions options;
  options.stop = std::move(stop);
  mcp::serve_stdio(impl_->server, options);
}

}  // namespace codeweaver::inline v0_1
