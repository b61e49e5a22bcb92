// WatchLoop: indexes the tree after each change until it is stopped.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/watch_types.hpp"
#include "corpus/tree_watch.hpp"

namespace codeweaver::engine {

/// Not safe for concurrent use, except is_up_to_date().
class WatchLoop {
 public:
  /// Updates the index once.
  using Run = std::function<Result<WatchBatch>(std::stop_token stop)>;

  /// `request` must outlive this.
  WatchLoop(corpus::TreeWatch tree, Run run, const WatchRequest& request)
      : tree_(std::move(tree)), run_(std::move(run)), request_(request) {}

  /// Returns when stopped. A failed run is repeated on the next change, or after a pause that grows
  /// with each failure. Errors: kNotFound "PATH_NOT_FOUND" (the root was deleted).
  Result<void> watch(std::stop_token stop);
  /// True if the index contains every change made before this call, as far as events report it; see
  /// corpus::TreeWatch::is_idle(). May be called from any thread.
  bool is_up_to_date() const noexcept { return tree_.is_idle() && has_succeeded_; }

 private:
  Result<void> index(const std::stop_token& stop);
  void tell(const WatchBatch& batch);
  void tell(const Error& problem);

  corpus::TreeWatch tree_;
  Run run_;
  const WatchRequest& request_;
  std::optional<std::chrono::milliseconds> pause_;  // set: the last run failed
  std::atomic<bool> has_succeeded_ = false;         // the last run finished
  std::optional<Error> reported_problem_;
  std::optional<Error> reported_limit_;
  bool has_reported_batch_ = false;
  std::vector<std::string> failed_;  // of the last reported batch
};

}  // namespace codeweaver::engine
