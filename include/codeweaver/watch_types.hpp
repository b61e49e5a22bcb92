// Input and output of watching a project: WatchOptions, WatchRequest, WatchBatch.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_WATCH_TYPES_HPP_
#define CODEWEAVER_WATCH_TYPES_HPP_

#include <chrono>
#include <cstdint>
#include <functional>

#include "codeweaver/export.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// When file changes lead to an index run.
struct WatchOptions {
  /// Quiet time after the last change before a run starts. If changes never pause for this time, a
  /// run starts after ten times this time.
  std::chrono::milliseconds debounce{200};
  /// Interval of full checks if the system cannot watch all folders.
  std::chrono::seconds check_interval{60};
};

/// Result of the first run of a watch, or of a later run that changed the index.
struct WatchBatch {
  IndexReport report{};
  std::uint64_t generation = 0;  ///< of the committed index
};

/// The reason why a watch is waiting.
struct WatchWait {
  enum class For : std::uint8_t {
    kWatcher,  ///< another process watches the project; this one takes over when it ends
    kRun,      ///< an index run of another process
  };
  For reason = For::kWatcher;
  LockHolder holder{};
};

/// Callbacks of a watch. They run on the thread that watches; each may be null.
struct WatchRequest {
  /// Called after the first run, even if it found no changes. Called after each later run that
  /// indexed or removed files, or that failed for other files than the run before.
  std::function<void(const WatchBatch&)> on_batch{};
  /// Called once for each problem that keeps the index from being up to date; watching continues.
  /// Problems are "WATCH_LIMIT" (full checks replace events), and all errors of Indexer::run()
  /// except "INDEX_LOCKED".
  std::function<void(const Error&)> on_problem{};
  /// Called when the watch waits for another process.
  std::function<void(const WatchWait&)> on_wait{};
  /// Like IndexRequest::on_progress, for each run.
  std::function<void(const IndexProgress&)> on_progress{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_WATCH_TYPES_HPP_
