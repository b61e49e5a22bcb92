// Requests as signals: a handler counts them, and a thread of the program waits for the count.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/signals.hpp"

#include <signal.h>

#include <csignal>
#include <initializer_list>

#include "base/os/posix/request_counts.hpp"

namespace codeweaver::os {
namespace {

// A handler may use little more than this variable and the counters. It runs on any thread that
// gets the signal, even on one that a library started before main.
volatile std::sig_atomic_t g_last_stop = 0;

void note_stop(int signal) {
  g_last_stop = signal;
  add_to_count(Request::kStop);
}

void note_hang_up(int) {
  add_to_count(Request::kHangUp);
}

void handle_by(Request kind, void (*handler)(int)) noexcept {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  if (kind == Request::kHangUp) {
    ::sigaction(SIGHUP, &action, nullptr);
    return;
  }
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
}

}  // namespace

void note_requests(Request kind) noexcept {
  begin_count(kind);
  handle_by(kind, kind == Request::kStop ? note_stop : note_hang_up);
}

int wait_for_request(Request kind) noexcept {
  take_from_count(kind);
  return kind == Request::kStop ? g_last_stop : 0;
}

void add_request(Request kind) noexcept {
  add_to_count(kind);
}

void end_on_requests(Request kind) noexcept {
  handle_by(kind, SIG_DFL);
}

void ignore_requests(Request kind) noexcept {
  handle_by(kind, SIG_IGN);
}

void end_on_broken_pipe() noexcept {
  ::signal(SIGPIPE, SIG_DFL);
}

void ignore_broken_pipes() noexcept {
  ::signal(SIGPIPE, SIG_IGN);
}

void ignore_broken_pipes_in_thread() noexcept {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
}

}  // namespace codeweaver::os
