// ServerLoad: what a server is doing now.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>

namespace codeweaver::http {

/// Thread safety: may be read at any time.
struct ServerLoad {
  std::atomic<std::size_t> connections = 0;  ///< open
  std::atomic<std::size_t> requests = 0;     ///< whose head was read, and that are not over
};

}  // namespace codeweaver::http
