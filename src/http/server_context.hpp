// ServerContext: the state that the connections of one server share. Internal: uses Boost.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_set>

#include "base/ids.hpp"
#include "base/workers.hpp"
#include "http/channel.hpp"
#include "http/cors.hpp"
#include "http/guard.hpp"
#include "http/http_server.hpp"
#include "http/router.hpp"

namespace codeweaver::http {

/// The phase of a shutdown.
enum class Phase {
  kServing,
  kDraining,  ///< running requests continue
  kEnding,    ///< they have been asked to stop
};

/// Thread safety: only the loop's thread may use it, except for members that never change.
struct ServerContext {
  ServerContext(ServerOptions given, Router routes, GuardOptions guards)
      : options(std::move(given)),
        router(std::move(routes)),
        guard(std::move(guards)),
        cors(options.allowed_origins, options.exposed_headers),
        load(options.load ? options.load : std::make_shared<ServerLoad>()),
        workers(options.workers, options.max_queued_requests) {}

  /// Enters the next phase and wakes every connection.
  void enter(Phase next) {
    phase = next;
    for (Channel* channel : channels) channel->wake();
  }
  /// The value of the Date header for the current time.
  const std::string& date();

  const ServerOptions options;
  const Router router;
  const Guard guard;
  const Cors cors;
  const std::shared_ptr<ServerLoad> load;
  const std::shared_ptr<Loop> loop = std::make_shared<Loop>();
  base::UuidGenerator ids;
  Phase phase = Phase::kServing;
  Deadline last_input = never();  ///< when incomplete requests are refused
  Deadline last_call{};           ///< in kEnding: when running requests are abandoned
  std::unordered_set<Channel*> channels;
  std::function<void()> on_last_gone;
  std::string date_text;
  std::int64_t date_second = 0;
  base::Workers workers;  ///< last, so its threads end first
};

}  // namespace codeweaver::http
