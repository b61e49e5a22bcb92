// Waiting that a stop token can end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/timer.hpp"

#include <condition_variable>
#include <mutex>

namespace codeweaver::net {
namespace {

class SystemTimer final : public Timer {
 public:
  std::chrono::steady_clock::time_point now() const override {
    return std::chrono::steady_clock::now();
  }
  bool sleep(std::chrono::milliseconds time, std::stop_token stop) const override {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
  }
};

}  // namespace

const Timer& system_timer() noexcept {
  static const SystemTimer timer;
  return timer;
}

}  // namespace codeweaver::net
