// The stdio transport: one JSON-RPC message a line, in both directions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>

#include "mcp/server.hpp"

namespace codeweaver::mcp {

struct StdioOptions {
  std::size_t workers = 4;                    ///< calls that run at once; more wait
  std::size_t max_message_bytes = 16U << 20;  ///< longer lines are answered with an error
};

/// Serves until `input` ends. Calls run on worker threads while reading goes on, so that
/// `notifications/cancelled` and ping are heard; a cancelled call sends no response. At the end of
/// input running calls are asked to stop, and are waited for. Nothing but protocol goes to
/// `output`.
void serve_stdio(const Server& server, std::istream& input, std::ostream& output,
                 const StdioOptions& options = {});

}  // namespace codeweaver::mcp
