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
  /// Quiet time after the last change, before a run starts. If changes never pause, a run starts
  /// every ten times this.
  std::chrono::milliseconds debounce{200};
  /// Interval of full checks if the system cannot watch all folders.
  std::chrono::seconds check_interval{60};
};

/// The first run, or a run that changed the index.
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

/// Callbacks of a watch, on the thread that watches; each may be null.
struct WatchRequest {
  /// Called after the first run, also if it found no changes. Called after each later run that
  /// indexed or removed files, or in which other files failed than in the run before.
  std::function<void(const WatchBatch&)> on_batch{};
  /// Called when a problem keeps the index from being current, once per problem; watching
  /// continues. "WATCH_LIMIT" (full checks replace events), and every error of Indexer::run()
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
