// Requests as signals: a handler posts a semaphore, a thread of the program's waits for it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/signals.hpp"

#include <semaphore.h>
#include <signal.h>

#include <csignal>
#include <initializer_list>

namespace codeweaver::os {
namespace {

// A handler may touch little more than these; it runs on whichever thread gets the signal, also on
// one that a library started before main.
sem_t g_stop_requests, g_hang_ups;
volatile std::sig_atomic_t g_last_stop = 0;

void note_stop(int signal) {
  g_last_stop = signal;
  ::sem_post(&g_stop_requests);
}

void note_hang_up(int) {
  ::sem_post(&g_hang_ups);
}

sem_t& requests_of(Request kind) noexcept {
  return kind == Request::kStop ? g_stop_requests : g_hang_ups;
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
  ::sem_init(&requests_of(kind), 0, 0);
  handle_by(kind, kind == Request::kStop ? note_stop : note_hang_up);
}

int wait_for_request(Request kind) noexcept {
  while (::sem_wait(&requests_of(kind)) != 0) {
  }
  return kind == Request::kStop ? g_last_stop : 0;
}

void add_request(Request kind) noexcept {
  ::sem_post(&requests_of(kind));
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
