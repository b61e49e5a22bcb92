// LongCall: a worker thread, and a caller that wakes up for notices and signals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "long_call.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <thread>

namespace codeweaver::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds kSignalInterval{50};

}  // namespace

void LongCall::post(std::function<void()> notice) {
  const std::lock_guard lock(mutex_);
  notices_.push_back(std::move(notice));
  changed_.notify_one();
}

std::optional<std::deque<std::function<void()>>> LongCall::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kSignalInterval, [this] { return is_done_ || !notices_.empty(); });
  if (is_done_ && notices_.empty()) return std::nullopt;
  return std::exchange(notices_, {});
}

void LongCall::run(const std::function<void(std::stop_token)>& work) {
  std::exception_ptr raised, thrown;
  {
    const py::gil_scoped_release unlocked;
    std::jthread worker([&](std::stop_token stop) {
      try {
        work(std::move(stop));
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      is_done_ = true;
      changed_.notify_one();
    });
    while (const auto notices = wait()) {
      if (raised) continue;  // the work is already stopping
      const py::gil_scoped_acquire locked;
      try {
        for (const auto& notice : *notices) notice();
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (is_enough_ && is_enough_()) worker.request_stop();
      } catch (...) {
        raised = std::current_exception();
        worker.request_stop();
      }
    }
  }
  if (raised) std::rethrow_exception(raised);
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace codeweaver::python
