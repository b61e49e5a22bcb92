// The codeweaver program: connects the process to cli::run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <stop_token>
#include <thread>

#include "cli/app.hpp"

int main(int argc, char** argv) {
  // SIGINT and SIGTERM end a run at its next file; a thread of its own turns them into a request.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  std::stop_source source;
  std::thread([&signals, source]() mutable {
    int received = 0;
    if (sigwait(&signals, &received) == 0) source.request_stop();
    if (sigwait(&signals, &received) == 0) ::_exit(128 + received);  // asked twice
  }).detach();

  auto environment = codeweaver::settings::capture_environment();
  const auto no_colour = environment.find("NO_COLOR");
  const bool out_is_terminal = ::isatty(STDOUT_FILENO) != 0;
  const codeweaver::cli::Streams streams{
      std::cout, std::cerr, out_is_terminal, ::isatty(STDERR_FILENO) != 0,
      out_is_terminal && (no_colour == environment.end() || no_colour->second.empty())};
  std::error_code error;
  auto here = std::filesystem::current_path(error);
  const int code = codeweaver::cli::run({argv + 1, argv + argc}, std::move(environment), here,
                                        streams, source.get_token());
  std::cout.flush();
  return code;
}
