// MCP requests of both eras: dispatch, version checks, tool calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/server.hpp"

#include <algorithm>
#include <exception>

#include "json/writer.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

constexpr std::int64_t kToolListTtlMs = 3'600'000;  // the list never changes while a server runs

json::Value error_reply(const json::Value& id, int code, std::string message,
                        std::optional<json::Value> data = std::nullopt) {
  json::Value error;
  error.set("code", code);
  error.set("message", std::move(message));
  if (data) error.set("data", std::move(*data));
  json::Value reply;
  reply.set("jsonrpc", "2.0");
  reply.set("id", id);
  reply.set("error", std::move(error));
  return reply;
}

json::Value empty_object() {
  return json::Object{};
}

std::string text_of(const json::Value* value) {
  const auto* text = value != nullptr ? value->if_string() : nullptr;
  return text != nullptr ? *text : std::string{};
}

json::Value supported_versions() {
  json::Value out = json::Array{};
  out.push_back(kModernVersion);
  for (const auto version : kLegacyVersions) out.push_back(version);
  return out;
}

json::Value notification(std::string_view method, json::Value params) {
  json::Value out;
  out.set("jsonrpc", "2.0");
  out.set("method", method);
  out.set("params", std::move(params));
  return out;
}

int level_index(std::string_view name) {
  const auto at = std::find(kLogLevels.begin(), kLogLevels.end(), name);
  return at == kLogLevels.end() ? -1 : static_cast<int>(at - kLogLevels.begin());
}

}  // namespace

/// A message taken apart. Pointers go into the message.
struct Server::Request {
  json::Value id;
  std::string method;
  const json::Value* params = nullptr;
  const json::Value* meta = nullptr;
  std::string version;  // of the stateless era; empty: legacy

  bool is_modern() const noexcept { return !version.empty(); }
  const json::Value* param(std::string_view key) const noexcept {
    return params != nullptr ? params->find(key) : nullptr;
  }
};

json::Value Server::parse_error(std::string_view why) {
  return error_reply({}, kParseError, "Parse error: " + std::string(why));
}

std::optional<json::Value> Server::handle(const json::Value& message,
                                          const RequestScope& scope) const {
  const auto* id = message.find("id");
  const auto* method = message.find("method");
  if (!message.is_object() || text_of(message.find("jsonrpc")) != "2.0")
    return error_reply({}, kInvalidRequest, "Invalid Request: not a JSON-RPC 2.0 object");
  if (method == nullptr && id != nullptr) return std::nullopt;  // a response: we asked for nothing
  if (method == nullptr || !method->is_string())
    return error_reply({}, kInvalidRequest, "Invalid Request: no method");
  if (id == nullptr) return std::nullopt;  // a notification
  if (!id->is_string() && id->if_integer() == nullptr)
    return error_reply({}, kInvalidRequest, "Invalid Request: the id is no string or integer");

  Request request{*id, *method->if_string(), message.find("params"), nullptr, {}};
  if (request.params != nullptr && !request.params->is_object())
    return error_reply(*id, kInvalidParams, "Invalid params: not an object");
  request.meta = request.param("_meta");
  if (request.meta != nullptr) request.version = text_of(request.meta->find(kVersionKey));
  if (request.is_modern() && request.version != kModernVersion) {
    json::Value data;
    data.set("supported", supported_versions());
    data.set("requested", request.version);
    return error_reply(*id, kUnsupportedVersion, "Unsupported protocol version", std::move(data));
  }
  try {
    return dispatch(request, scope);
  } catch (const std::exception& error) {
    return error_reply(*id, kInternalError, std::string("Internal error: ") + error.what());
  }
}

json::Value Server::dispatch(const Request& request, const RequestScope& scope) const {
  const auto& method = request.method;
  if (method == "tools/list") return list_tools(request);
  if (method == "tools/call") return call_tool(request, scope);
  if (method == "server/discover") return discover(request);
  // Some clients initialize after a successful discover: answered in either era.
  if (method == "initialize") return initialize(request);
  if (method == "ping") return result(request, empty_object());
  if (method == "logging/setLevel" && scope.session != nullptr)
    return set_log_level(request, scope);
  return error_reply(request.id, kMethodNotFound, "Method not found: " + method);
}

json::Value Server::describe() const {
  json::Value out;
  out.set("name", info_.name);
  out.set("title", info_.title);
  out.set("version", info_.version);
  return out;
}

json::Value Server::result(const Request& request, json::Value content) const {
  if (request.is_modern()) {
    content.set("resultType", "complete");
    json::Value meta;
    meta.set(kServerInfoKey, describe());
    content.set("_meta", std::move(meta));
  }
  json::Value reply;
  reply.set("jsonrpc", "2.0");
  reply.set("id", request.id);
  reply.set("result", std::move(content));
  return reply;
}

json::Value Server::initialize(const Request& request) const {
  // An unknown version is answered with the newest we share, never with an error.
  const auto wanted = text_of(request.param("protocolVersion"));
  json::Value capabilities, tools;
  tools.set("listChanged", false);
  capabilities.set("tools", std::move(tools));
  capabilities.set("logging", empty_object());
  json::Value content;
  content.set("protocolVersion", is_legacy_version(wanted) ? wanted : kLegacyVersions.front());
  content.set("capabilities", std::move(capabilities));
  content.set("serverInfo", describe());
  if (!info_.instructions.empty()) content.set("instructions", info_.instructions);
  return result(request, std::move(content));
}

json::Value Server::discover(const Request& request) const {
  json::Value capabilities;
  capabilities.set("tools", empty_object());
  json::Value content;
  content.set("supportedVersions", supported_versions());
  content.set("capabilities", std::move(capabilities));
  content.set("serverInfo", describe());
  if (!info_.instructions.empty()) content.set("instructions", info_.instructions);
  content.set("ttlMs", kToolListTtlMs);
  content.set("cacheScope", "public");
  return result(request, std::move(content));
}

json::Value Server::list_tools(const Request& request) const {
  json::Value list = json::Array{};
  for (const auto& tool : tools_) {
    json::Value annotations;
    annotations.set("title", tool.title);
    annotations.set("readOnlyHint", tool.is_read_only);
    annotations.set("destructiveHint", false);
    annotations.set("idempotentHint", true);
    annotations.set("openWorldHint", false);
    json::Value item;
    item.set("name", tool.name);
    item.set("title", tool.title);
    item.set("description", tool.description);
    item.set("inputSchema", tool.input_schema);
    if (tool.output_schema) item.set("outputSchema", *tool.output_schema);
    item.set("annotations", std::move(annotations));
    list.push_back(std::move(item));
  }
  json::Value content;
  content.set("tools", std::move(list));
  if (request.is_modern()) {
    content.set("ttlMs", kToolListTtlMs);
    content.set("cacheScope", "public");
  }
  return result(request, std::move(content));
}

json::Value Server::set_log_level(const Request& request, const RequestScope& scope) const {
  const int level = level_index(text_of(request.param("level")));
  if (level < 0) return error_reply(request.id, kInvalidParams, "Invalid params: unknown level");
  scope.session->log_level = level;
  return result(request, empty_object());
}

json::Value Server::call_tool(const Request& request, const RequestScope& scope) const {
  const auto name = text_of(request.param("name"));
  const auto tool = std::find_if(tools_.begin(), tools_.end(),
                                 [&](const Tool& candidate) { return candidate.name == name; });
  if (tool == tools_.end()) return error_reply(request.id, kInvalidParams, "Unknown tool: " + name);

  CallContext context;
  context.stop = scope.stop;
  const auto* token = request.meta != nullptr ? request.meta->find("progressToken") : nullptr;
  context.progress = [&, token](double done, std::optional<double> total,
                                std::string_view message) {
    if (token == nullptr || !scope.notify) return;
    json::Value params;
    params.set("progressToken", *token);
    params.set("progress", done);
    if (total) params.set("total", *total);
    if (!message.empty()) params.set("message", message);
    scope.notify(notification("notifications/progress", std::move(params)));
  };
  // The stateless era logs only on request; the legacy one from the session's level on.
  int threshold = static_cast<int>(kLogLevels.size());
  if (request.is_modern())
    threshold = std::max(-1, level_index(text_of(request.meta->find(kLogLevelKey))));
  else if (scope.session != nullptr)
    threshold = scope.session->log_level;
  if (threshold < 0) threshold = static_cast<int>(kLogLevels.size());
  context.log = [&, threshold](std::string_view level, std::string_view message) {
    if (!scope.notify || level_index(level) < threshold) return;
    json::Value params;
    params.set("level", level);
    params.set("logger", info_.name);
    params.set("data", message);
    scope.notify(notification("notifications/message", std::move(params)));
  };

  const json::Value none = empty_object();
  const auto* given = request.param("arguments");
  const auto& arguments = given != nullptr && !given->is_null() ? *given : none;
  const auto checked = check_arguments(arguments, tool->input_schema);
  const auto outcome =
      checked ? tool->call(arguments, context) : ToolResult::failure(checked.error());

  json::Value text;
  text.set("type", "text");
  text.set("text", outcome.text);
  json::Value content;
  content.set("content", json::Array{std::move(text)});
  if (outcome.structured) content.set("structuredContent", *outcome.structured);
  content.set("isError", outcome.is_error);
  return result(request, std::move(content));
}

}  // namespace codeweaver::mcp
