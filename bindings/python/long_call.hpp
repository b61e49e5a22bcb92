// LongCall: runs library work on a thread of its own, so that Python stays responsive meanwhile.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "codeweaver/result.hpp"
#include "errors.hpp"

namespace codeweaver::python {

/// One call of the library without the GIL. The calling thread waits, and handles signals: Ctrl-C
/// stops the work, and KeyboardInterrupt is raised once it has ended. Plug-ins written in Python
/// run on the working threads, where no signal handler can interrupt them half-way.
class LongCall {
 public:
  /// Asks for `notice` to run on the calling thread, with the GIL. What it throws stops the work.
  /// Called by the work; the order is kept, and all notices have run when run() returns.
  void post(std::function<void()> notice);

  /// From now on asked on the calling thread, with the GIL, about 20 times a second; true stops the
  /// work without an exception.
  void stop_when(std::function<bool()> is_enough) { is_enough_ = std::move(is_enough); }

  /// Returns when `work` has ended. Needs the GIL. Throws what a notice, a signal handler or the
  /// work threw, the first of these first.
  void run(const std::function<void(std::stop_token)>& work);

 private:
  /// The next notices, none when 50 ms passed; nullopt: the work has ended and nothing is left.
  std::optional<std::deque<std::function<void()>>> wait();

  std::function<bool()> is_enough_;
  std::mutex mutex_;  // guards notices_ and is_done_
  std::condition_variable changed_;
  std::deque<std::function<void()>> notices_;
  bool is_done_ = false;
};

/// What `work(stop)`, a Result, comes to; its error is raised.
template <class Work>
auto run_long(Work&& work) {
  std::optional<decltype(work(std::stop_token()))> result;
  LongCall().run([&](std::stop_token stop) { result.emplace(work(std::move(stop))); });
  return unwrap(std::move(*result));
}

}  // namespace codeweaver::python
