// IndexingFeed: the state of a project's indexing, with notifications of changes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::service {

enum class IndexingState : std::uint8_t {
  kIdle,
  kIndexing,
  kError  ///< the last run failed as a whole
};
constexpr std::string_view to_string(IndexingState state) noexcept {
  switch (state) {
    case IndexingState::kIdle:
      return "idle";
    case IndexingState::kIndexing:
      return "indexing";
    case IndexingState::kError:
      return "error";
  }
  return "idle";
}

struct IndexingSnapshot {
  IndexingState state = IndexingState::kIdle;
  std::string job_id{};                ///< UUIDv7 of the current or last run; empty: none yet
  IndexProgress progress{};            ///< of that run
  std::string started_at{};            ///< ISO 8601; empty: none yet
  std::string estimated_completion{};  ///< ISO 8601; empty: not known
  double files_per_second = 0;         ///< of the current run
  std::shared_ptr<const IndexReport> last{};  ///< of the last finished run; null: none yet
  std::string last_finished_at{};             ///< ISO 8601; empty: none yet
  std::optional<Error> last_error{};          ///< why the index is not newer; unset: no error
  double coverage = 0;  ///< share of the project's files that searches cover, 0 to 1
};

/// Keeps a listener subscribed while it lives. The listener must not end its own subscription.
class Subscription {
 public:
  Subscription() = default;
  Subscription(Subscription&&) noexcept = default;
  Subscription& operator=(Subscription&& other) noexcept;
  ~Subscription() { end(); }
  /// Ends the subscription. Waits for a running call of the listener; no call follows.
  void end();

 private:
  friend class IndexingFeed;
  struct Entry {
    std::mutex mutex;
    std::function<void(const IndexingSnapshot&)> listener;  // guarded by mutex; empty: ended
  };
  explicit Subscription(std::shared_ptr<Entry> entry) : entry_(std::move(entry)) {}

  std::shared_ptr<Entry> entry_;
};

/// Thread safety: all members may be called concurrently.
class IndexingFeed {
 public:
  using Listener = std::function<void(const IndexingSnapshot&)>;

  IndexingSnapshot snapshot() const;
  /// Changes the snapshot.
  void edit(const std::function<void(IndexingSnapshot&)>& change);
  /// Calls all listeners with the current snapshot, on this thread, one after another. A listener
  /// must not call edit() or tell().
  void tell();
  /// Calls `listener` at each tell() until the subscription ends.
  [[nodiscard]] Subscription subscribe(Listener listener);
  /// Waits until `is_asked` returns true for the snapshot, at most `patience`. Returns whether it
  /// did.
  bool wait_until(const std::function<bool(const IndexingSnapshot&)>& is_asked,
                  std::chrono::milliseconds patience) const;

 private:
  std::mutex telling_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  IndexingSnapshot snapshot_;                                // guarded by mutex_
  std::vector<std::weak_ptr<Subscription::Entry>> entries_;  // guarded by mutex_
};

}  // namespace codeweaver::service
