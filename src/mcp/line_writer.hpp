// LineWriter: writes lines to a possibly slow descriptor on a separate thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/os/readiness.hpp"

namespace codeweaver::mcp {

/// Thread safety: all members may be called concurrently.
class LineWriter {
 public:
  /// Calls `changed`, on the writer's thread, when the backlog is written or the reader has left.
  LineWriter(os::Handle output, std::function<void()> changed);
  ~LineWriter();  ///< finish()
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  /// Queues a line; returns at once.
  void write(std::string line);
  /// Writes the queued lines. Gives up if the reader reads nothing for a second.
  void finish();

  bool has_backlog() const;  ///< more than kBacklogBytes are queued
  bool has_failed() const;   ///< the reader has left
  static constexpr std::size_t kBacklogBytes = 16U << 20;

 private:
  void work();
  bool write_out(std::string_view bytes);

  const os::Handle output_;
  const std::function<void()> changed_;
  os::WakeUp ending_;         // set by finish()
  mutable std::mutex mutex_;  // guards the members below
  std::condition_variable wake_;
  std::deque<std::string> queue_;
  std::size_t queued_bytes_ = 0;
  bool is_ending_ = false;
  bool has_failed_ = false;
  std::thread thread_;  // last: it uses all members above
};

}  // namespace codeweaver::mcp
