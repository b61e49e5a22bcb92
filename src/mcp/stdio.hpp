// The stdio transport: one JSON-RPC message a line, in both directions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>

#include "mcp/server.hpp"

namespace codeweaver::mcp {

struct StdioOptions {
  int input = 0;  ///< descriptors, which stay open
  int output = 1;
  std::size_t workers = 4;                    ///< handlers that run at once; more wait
  std::size_t max_message_bytes = 16U << 20;  ///< longer lines are answered with an error
  bool ends_with_parent = true;               ///< also if somebody else holds the input open
  int parent = 0;  ///< process that this one was started by; 0: the one it has now
  /// How long calls may go on once the input has ended, so that what was piped in is answered.
  std::chrono::milliseconds last_answers{1000};
  std::stop_token stop{};  ///< ends it at once
};

/// Serves one client until the input ends, nobody reads the output any more, or the process that
/// started this one dies. Handlers run on worker threads while reading goes on, so that
/// cancellations are heard. When the input ends they have `last_answers` to be done; then, and in
/// the other cases at once, running calls are asked to stop, and are waited for. Nothing but
/// protocol goes to the output. A client that does not read slows down nobody but itself: its
/// notifications are dropped and its requests stay unread while too much is waiting for it.
/// Sleeps while there is nothing to do.
void serve_stdio(const Server& server, const StdioOptions& options = {});

}  // namespace codeweaver::mcp
