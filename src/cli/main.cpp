// The codeweaver program: connects the process to cli::run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <stop_token>
#include <system_error>
#include <thread>

#include "cli/app.hpp"
#include "cli/session.hpp"

namespace {

// A handler may touch little more than these; it runs on whichever thread gets the signal, also on
// one that a library started before main.
sem_t g_asked;
volatile std::sig_atomic_t g_signal = 0;

void ask_to_stop(int signal) {
  g_signal = signal;
  ::sem_post(&g_asked);
}

/// SIGINT and SIGTERM end a run at its next file: a thread of its own turns them into a request.
std::stop_source stop_on_signals() {
  ::sem_init(&g_asked, 0, 0);
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const auto wait = [] {
    while (::sem_wait(&g_asked) != 0) {
    }
  };
  std::stop_source source;
  try {
    std::thread([wait, source]() mutable {
      wait();
      source.request_stop();
      wait();
      ::_exit(128 + g_signal);  // asked twice
    }).detach();
  } catch (const std::system_error&) {  // no thread to be had: a signal ends the program at once
    for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
  }
  return source;
}

/// Written without memory of our own, of which there may be none.
void write_error(const char* what) noexcept {
  for (const char* part : {"Error: ", what, "\n"})
    if (::write(STDERR_FILENO, part, std::strlen(part)) < 0) return;
}

constexpr const char* kOutOfMemory =
    "The system gave no more memory. Free some, lower indexing.memory_budget, or raise the limit "
    "(ulimit -v, the container's memory). The last committed state of the index is intact.";

/// What is left of an exception that nobody may catch, as where memory ends in a destructor.
[[noreturn]] void end_with_error() noexcept {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
    write_error("The program ended itself. Please report this as a bug.");
  } catch (const std::bad_alloc&) {
    write_error(kOutOfMemory);
  } catch (const std::exception& error) {
    write_error(error.what());
  } catch (...) {
    write_error("An unknown exception. Please report this as a bug.");
  }
  ::_exit(codeweaver::cli::kFailed);
}

int run(int argc, char** argv) {
  const auto source = stop_on_signals();
  auto environment = codeweaver::settings::capture_environment();
  const auto no_colour = environment.find("NO_COLOR");
  const bool out_is_terminal = ::isatty(STDOUT_FILENO) != 0;
  const codeweaver::cli::Streams streams{
      std::cout,
      std::cerr,
      out_is_terminal,
      ::isatty(STDERR_FILENO) != 0,
      out_is_terminal && (no_colour == environment.end() || no_colour->second.empty()),
      ::isatty(STDIN_FILENO) != 0 ? STDIN_FILENO : -1};
  std::error_code error;
  auto here = std::filesystem::current_path(error);
  const int code = codeweaver::cli::run({argv + 1, argv + argc}, std::move(environment), here,
                                        streams, source.get_token());
  std::cout.flush();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_with_error);
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    write_error(kOutOfMemory);
  } catch (const std::system_error& error) {
    write_error(error.what());
  }
  return codeweaver::cli::kFailed;
}
