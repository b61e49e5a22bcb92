// Server: what is offered to clients, in both protocol eras, whatever carries the messages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "mcp/connection.hpp"
#include "mcp/prompt.hpp"
#include "mcp/resource.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {

struct ServerCore;

/// Who the server says it is.
struct ServerInfo {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;  ///< how a model should use the tools, at most about 1k tokens
};

struct ServerOptions {
  std::size_t page_size = 100;          ///< entries of one page of a list
  std::uint64_t list_ttl_ms = 300'000;  ///< how long clients may keep a list
  bool has_public_lists = true;         ///< lists are the same for every user
  bool has_changing_lists = true;       ///< false: nothing is added or removed once clients come
  std::size_t task_workers = 4;         ///< tasks that run at once; more wait
  std::size_t max_tasks = 1'000;        ///< kept at once; more are refused
  std::chrono::milliseconds task_ttl = std::chrono::hours(1);   ///< of the results of tasks
  std::chrono::milliseconds task_poll_interval{500};            ///< suggested to clients
  std::chrono::milliseconds state_ttl = std::chrono::hours(1);  ///< for answers to InputNeeded
};

/// Tools, resources and prompts behind the protocol: the legacy era (initialize, 2024-11-05 to
/// 2025-11-25) and the stateless one (2026-07-28), told apart request by request, so that both may
/// share a connection. A handle: copies share what they offer.
/// Thread safety: all members may be called concurrently; changes are told to the clients that
/// listen for them.
class Server {
 public:
  explicit Server(ServerInfo info, ServerOptions options = {});

  /// What has the same name (uri, uri_template) is replaced, at its place in the list.
  void add(Tool tool);
  void add(Resource resource);
  void add(ResourceTemplate resource_template);
  void add(Prompt prompt);
  /// False: there was none.
  bool remove_tool(std::string_view name);
  bool remove_resource(std::string_view uri);
  bool remove_prompt(std::string_view name);
  std::shared_ptr<const Tool> find_tool(std::string_view name) const;

  /// Tells clients that subscribed to it.
  void resource_updated(std::string_view uri);

  std::shared_ptr<Connection> connect(ConnectionOptions options) const;
  const ServerInfo& info() const;
  /// Ends subscriptions with their response and stops tasks.
  void close();

 private:
  std::shared_ptr<ServerCore> core_;
};

}  // namespace codeweaver::mcp
