// What goes into and comes out of watching a project: WatchOptions, WatchRequest, WatchBatch.
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

/// When a change of the files leads to a run.
struct WatchOptions {
  /// Quiet time after the last change. Changes that never pause lead to a run every ten times this.
  std::chrono::milliseconds debounce{200};
  /// Between full checks, where the system allows too few folder watches.
  std::chrono::seconds check_interval{60};
};

/// One run that changed the index, or the first.
struct WatchBatch {
  IndexReport report{};
  std::uint64_t generation = 0;  ///< of the committed index
};

/// What a watch waits for before it goes on.
struct WatchWait {
  enum class For : std::uint8_t {
    kWatcher,  ///< the process that watches the project already; at its end this one takes over
    kRun,      ///< a run of another process
  };
  For reason = For::kWatcher;
  LockHolder holder{};
};

/// Whom to tell. All are called on the thread that watches; null: nobody.
struct WatchRequest {
  /// After the first run, whether or not it found changes, and each later one that changed
  /// something or failed on other files than the one before.
  std::function<void(const WatchBatch&)> on_batch{};
  /// Of what keeps the index from being up to date, once as long as it lasts; watching goes on.
  /// "WATCH_LIMIT" (full checks take the place of events), and every error of Indexer::run but
  /// "INDEX_LOCKED".
  std::function<void(const Error&)> on_problem{};
  /// When another process is waited for.
  std::function<void(const WatchWait&)> on_wait{};
  /// As IndexRequest::on_progress, of each run.
  std::function<void(const IndexProgress&)> on_progress{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_WATCH_TYPES_HPP_
