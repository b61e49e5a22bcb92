// Server: answers MCP requests of both protocol eras, whatever carries them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {

/// Who the server says it is.
struct ServerInfo {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;  ///< how a model should use the tools, at most about 1k tokens
};

/// What one connection has agreed on. Requests of the stateless era need none of it.
struct Session {
  std::atomic<int> log_level = 3;  ///< index into kLogLevels; "warning" until set
};

/// Where a request comes from and how to reach its client while it runs.
struct RequestScope {
  Session* session = nullptr;  ///< null: a stateless transport
  std::function<void(const json::Value& notification)> notify;
  std::stop_token stop;
};

/// A set of tools behind the protocol: the legacy era (initialize, 2024-11-05 to 2025-11-25) and
/// the stateless one (2026-07-28), told apart request by request, so that both may share a
/// connection. Thread safety: handle() may be called concurrently once all tools are added.
class Server {
 public:
  explicit Server(ServerInfo info) : info_(std::move(info)) {}
  void add(Tool tool) { tools_.push_back(std::move(tool)); }

  /// Answers one JSON-RPC message; nullopt for notifications and for responses.
  /// Never fails: what is wrong becomes a JSON-RPC error or a tool error. Runs the tool if it is a
  /// call, and so may take long.
  std::optional<json::Value> handle(const json::Value& message, const RequestScope& scope) const;

  /// The answer to text that is no JSON.
  static json::Value parse_error(std::string_view why);

 private:
  struct Request;
  json::Value dispatch(const Request& request, const RequestScope& scope) const;
  json::Value initialize(const Request& request) const;
  json::Value discover(const Request& request) const;
  json::Value list_tools(const Request& request) const;
  json::Value call_tool(const Request& request, const RequestScope& scope) const;
  json::Value set_log_level(const Request& request, const RequestScope& scope) const;
  json::Value result(const Request& request, json::Value content) const;
  json::Value describe() const;

  ServerInfo info_;
  std::vector<Tool> tools_;
};

}  // namespace codeweaver::mcp
