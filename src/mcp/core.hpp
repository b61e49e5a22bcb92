// ServerCore: the state that the connections of a server share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "mcp/alarm_clock.hpp"
#include "mcp/catalog.hpp"
#include "mcp/hub.hpp"
#include "mcp/sealed_state.hpp"
#include "mcp/server.hpp"
#include "mcp/task_store.hpp"

namespace codeweaver::mcp {

struct ServerCore {
  ServerCore(ServerInfo server_info, ServerOptions server_options)
      : info(std::move(server_info)),
        options(server_options),
        sealer(options.state_ttl),
        tasks(
            {options.max_tasks, options.task_workers, options.task_ttl, options.task_poll_interval},
            hub) {}

  const ServerInfo info;
  const ServerOptions options;
  Catalog catalog;
  const StateSealer sealer;
  const std::shared_ptr<Hub> hub = std::make_shared<Hub>();
  TaskStore tasks;
  AlarmClock alarms;
};

}  // namespace codeweaver::mcp
