// WatchLoop: indexes whenever the tree has changed, until it is stopped.
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

/// Not for use by several threads at once, but for is_up_to_date().
class WatchLoop {
 public:
  /// Brings the index up to date once.
  using Run = std::function<Result<WatchBatch>(std::stop_token stop)>;

  /// `request` must outlive this.
  WatchLoop(corpus::TreeWatch tree, Run run, const WatchRequest& request)
      : tree_(std::move(tree)), run_(std::move(run)), request_(request) {}

  /// Returns when stopped. A run that failed is tried again on the next change, and after a pause
  /// that grows with each failure. Errors: kNotFound "PATH_NOT_FOUND" (the root is gone).
  Result<void> watch(std::stop_token stop);
  /// Whether the index holds everything that was done to the tree before this call, as far as
  /// events tell; see corpus::TreeWatch::is_idle(). Any thread may ask.
  bool is_up_to_date() const noexcept { return tree_.is_idle() && has_succeeded_; }

 private:
  Result<void> index(const std::stop_token& stop);
  void tell(const WatchBatch& batch);
  void tell(const Error& problem);

  corpus::TreeWatch tree_;
  Run run_;
  const WatchRequest& request_;
  std::optional<std::chrono::milliseconds> pause_;  // set: the last run failed
  std::atomic<bool> has_succeeded_ = false;         // the last run, to its end
  std::optional<Error> told_problem_;
  std::optional<Error> told_limit_;
  bool has_told_batch_ = false;
  std::vector<std::string> failed_;  // of the last batch told
};

}  // namespace codeweaver::engine
