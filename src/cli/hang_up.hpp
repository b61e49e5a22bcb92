// HangUps: SIGHUP, which asks a server to read its settings anew.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <thread>

namespace codeweaver::cli {

/// While it lives, SIGHUP does not end the process but calls `act`, on a thread of its own. One at
/// a time in a process.
class HangUps {
 public:
  explicit HangUps(std::function<void()> act);
  ~HangUps();  ///< waits for a call that goes on
  HangUps(const HangUps&) = delete;
  HangUps& operator=(const HangUps&) = delete;

 private:
  std::jthread waiting_;
};

}  // namespace codeweaver::cli
