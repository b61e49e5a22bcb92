// Handles SIGHUP on a thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/hang_up.hpp"

#include <utility>

#include "base/os/signals.hpp"

namespace codeweaver::cli {

HangUps::HangUps(std::function<void()> act) {
  os::note_requests(os::Request::kHangUp);
  waiting_ = std::jthread([act = std::move(act)](const std::stop_token& stop) {
    for (;;) {
      os::wait_for_request(os::Request::kHangUp);
      if (stop.stop_requested()) return;
      act();
    }
  });
}

HangUps::~HangUps() {
  os::ignore_requests(os::Request::kHangUp);  // the process is about to end normally
  waiting_.request_stop();
  os::add_request(os::Request::kHangUp);
}

}  // namespace codeweaver::cli
