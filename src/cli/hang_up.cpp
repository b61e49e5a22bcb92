// SIGHUP, taken by a thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/hang_up.hpp"

#include <semaphore.h>
#include <signal.h>

#include <csignal>
#include <utility>

namespace codeweaver::cli {
namespace {

// A handler may touch little more than this; it runs on whichever thread gets the signal.
sem_t g_hung_up;

void note_hang_up(int) {
  ::sem_post(&g_hung_up);
}

}  // namespace

HangUps::HangUps(std::function<void()> act) {
  ::sem_init(&g_hung_up, 0, 0);
  waiting_ = std::jthread([act = std::move(act)](const std::stop_token& stop) {
    for (;;) {
      while (::sem_wait(&g_hung_up) != 0) {
      }
      if (stop.stop_requested()) return;
      act();
    }
  });
  struct sigaction action {};
  action.sa_handler = note_hang_up;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGHUP, &action, nullptr);
}

HangUps::~HangUps() {
  std::signal(SIGHUP, SIG_IGN);  // the process is about to end in good order
  waiting_.request_stop();
  ::sem_post(&g_hung_up);
}

}  // namespace codeweaver::cli
