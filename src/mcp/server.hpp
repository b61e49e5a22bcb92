// Server: tools, resources and prompts for clients of both protocol eras, over any transport.
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

/// The server's description of itself.
struct ServerInfo {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;  ///< how a model should use the tools, at most about 1k tokens
};

struct ServerOptions {
  std::size_t page_size = 100;          ///< entries on one page of a list
  std::uint64_t list_ttl_ms = 300'000;  ///< how long clients may cache a list
  bool has_public_lists = true;         ///< lists are the same for every user
  bool has_changing_lists = true;       ///< false: lists never change after clients connect
  std::size_t task_workers = 4;         ///< tasks that run at once; more wait
  std::size_t max_tasks = 1'000;        ///< tasks kept at once; more are refused
  std::chrono::milliseconds task_ttl = std::chrono::hours(1);   ///< how long results are kept
  std::chrono::milliseconds task_poll_interval{500};            ///< suggested to clients
  std::chrono::milliseconds state_ttl = std::chrono::hours(1);  ///< for answers to InputNeeded
};

/// Offers tools, resources and prompts over the protocol, in the legacy era (initialize, 2024-11-05
/// to 2025-11-25) and the stateless era (2026-07-28). Each request determines its era, so both may
/// share a connection. This is a handle: copies share one server.
/// Thread safety: all members may be called concurrently. Clients that subscribed are notified of
/// changes.
class Server {
 public:
  explicit Server(ServerInfo info, ServerOptions options = {});

  /// Adds an entry. An entry with the same name (uri, uri_template) is replaced in its place.
  void add(Tool tool);
  void add(Resource resource);
  void add(ResourceTemplate resource_template);
  void add(Prompt prompt);
  /// False if there was no such entry.
  bool remove_tool(std::string_view name);
  bool remove_resource(std::string_view uri);
  bool remove_prompt(std::string_view name);
  std::shared_ptr<const Tool> find_tool(std::string_view name) const;

  /// Notifies clients that subscribed to the resource.
  void resource_updated(std::string_view uri);

  std::shared_ptr<Connection> connect(ConnectionOptions options) const;
  const ServerInfo& info() const;
  /// Ends subscriptions with their response and stops tasks.
  void close();

 private:
  std::shared_ptr<ServerCore> core_;
};

}  // namespace codeweaver::mcp
