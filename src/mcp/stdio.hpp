// The stdio transport: one JSON-RPC message per line, in both directions.
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
  bool ends_with_parent = true;               ///< even if another process keeps the input open
  int parent = 0;                             ///< the parent process; 0: the current parent
  /// How long calls may continue after the end of the input, so that piped requests get answers.
  std::chrono::milliseconds last_answers{1000};
  std::stop_token stop{};  ///< ends serving at once
};

/// Serves one client until the input ends, the reader of the output is gone, or the parent process
/// dies.
/// - Handlers run on worker threads while reading continues, so cancellations are noticed.
/// - After the end of the input, calls have `last_answers` to finish. Then, and in the other cases
///   at once, running calls are asked to stop, and this function waits for them.
/// - Only protocol messages go to the output.
/// - While too much output is unread, notifications are dropped and no more requests are read.
/// - It sleeps while there is nothing to do.
void serve_stdio(const Server& server, const StdioOptions& options = {});

}  // namespace codeweaver::mcp
