// ServerLoad: the current load of a server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>

namespace codeweaver::http {

/// Thread safety: may be read at any time.
struct ServerLoad {
  std::atomic<std::size_t> connections = 0;  ///< open
  std::atomic<std::size_t> requests = 0;     ///< requests in progress, from the end of their head
};

}  // namespace codeweaver::http
