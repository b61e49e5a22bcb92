// ServerContext: what the connections of one server share. Internal: has Boost's headers.
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

/// How far a shutdown is.
enum class Phase {
  kServing,
  kDraining,  ///< requests that run go on
  kEnding,    ///< they have been asked to stop
};

/// Thread safety: for the loop's thread, but what is immutable after construction.
struct ServerContext {
  ServerContext(ServerOptions given, Router routes, GuardOptions guards)
      : options(std::move(given)),
        router(std::move(routes)),
        guard(std::move(guards)),
        cors(options.allowed_origins, options.exposed_headers),
        load(options.load ? options.load : std::make_shared<ServerLoad>()),
        workers(options.workers, options.max_queued_requests) {}

  /// Moves on and lets every connection look.
  void enter(Phase next) {
    phase = next;
    for (Channel* channel : channels) channel->wake();
  }
  /// The Date header of now.
  const std::string& date();

  const ServerOptions options;
  const Router router;
  const Guard guard;
  const Cors cors;
  const std::shared_ptr<ServerLoad> load;
  const std::shared_ptr<Loop> loop = std::make_shared<Loop>();
  base::UuidGenerator ids;
  Phase phase = Phase::kServing;
  Deadline last_input = never();  ///< when requests that are not whole are refused
  Deadline last_call{};           ///< in kEnding: when requests that still run are given up
  std::unordered_set<Channel*> channels;
  std::function<void()> on_last_gone;
  std::string date_text;
  std::int64_t date_second = 0;
  base::Workers workers;  ///< last: its threads end before the rest does
};

}  // namespace codeweaver::http
