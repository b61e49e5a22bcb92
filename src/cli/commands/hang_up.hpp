// HangUps: calls a function on SIGHUP, which tells a server to reload its settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <thread>

namespace codeweaver::cli {

/// While an object exists, SIGHUP calls `act` on a separate thread and does not end the process. A
/// process may have only one object at a time.
class HangUps {
 public:
  explicit HangUps(std::function<void()> act);
  ~HangUps();  ///< waits for a running call
  HangUps(const HangUps&) = delete;
  HangUps& operator=(const HangUps&) = delete;

 private:
  std::jthread waiting_;
};

}  // namespace codeweaver::cli
