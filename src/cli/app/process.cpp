// Connects the process to cli::run(): streams, signals, and messages for uncaught exceptions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/process.hpp"

#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <ostream>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "base/os/files.hpp"
#include "base/os/machine.hpp"
#include "base/os/processes.hpp"
#include "base/os/signals.hpp"
#include "cli/render/terminal_filter.hpp"
#include "cli/session/session.hpp"

namespace codeweaver::cli {
namespace {

/// Turns SIGINT and SIGTERM into a stop request, on a separate thread. A run then stops at its next
/// file. A second signal ends the process.
std::stop_source stop_on_requests() {
  os::note_requests(os::Request::kStop);
  os::end_on_broken_pipe();
  std::stop_source source;
  try {
    std::thread([source]() mutable {
      os::wait_for_request(os::Request::kStop);
      source.request_stop();
      os::end_process(128 + os::wait_for_request(os::Request::kStop));  // the second signal
    }).detach();
  } catch (const std::system_error&) {  // no thread: a signal ends the program at once
    os::end_on_requests(os::Request::kStop);
  }
  return source;
}

/// Writes without allocating memory, because there may be none left.
void write_error(const char* what) noexcept {
  for (const char* part : {"Error: ", what, "\n"})
    if (os::write_some(os::kStandardError, part, std::strlen(part)) < 0) return;
}

constexpr const char* kOutOfMemory =
    "Out of memory. Free some memory, lower indexing.memory_budget, or raise the limit (ulimit -v, "
    "the container's memory). The last committed state of the index is intact.";

/// Handles an exception that cannot be caught, such as one from a destructor.
[[noreturn]] void end_with_error() noexcept {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
    write_error("The program ended unexpectedly. Please report this as a bug.");
  } catch (const std::bad_alloc&) {
    write_error(kOutOfMemory);
  } catch (const std::exception& error) {
    write_error(error.what());
  } catch (...) {
    write_error("An unknown exception. Please report this as a bug.");
  }
  os::end_process(kFailed);
}

int run_here(std::vector<std::string> arguments, std::string program, std::string pdfium,
             Run* run) {
  const auto source = stop_on_requests();
  auto environment = settings::capture_environment();
  const auto size = os::terminal_size(os::kStandardOutput);
  const bool out_is_terminal = os::is_terminal(os::kStandardOutput),
             err_is_terminal = os::is_terminal(os::kStandardError);
  TerminalFilter shown_out(*std::cout.rdbuf()), shown_err(*std::cerr.rdbuf());
  std::ostream terminal_out(&shown_out), terminal_err(&shown_err);
  terminal_err << std::unitbuf;
  const Streams streams{
      .out = out_is_terminal ? terminal_out : std::cout,
      .err = err_is_terminal ? terminal_err : std::cerr,
      .out_is_terminal = out_is_terminal,
      .err_is_terminal = err_is_terminal,
      .in = os::is_terminal(os::kStandardInput) ? os::kStandardInput : os::kNoHandle,
      .piped_in = os::is_redirected(os::kStandardInput) ? os::kStandardInput : os::kNoHandle,
      .columns = size.columns,
      .rows = size.rows,
      .program = std::move(program),
      .pdfium = std::move(pdfium)};
  std::error_code error;
  auto here = std::filesystem::current_path(error);
  const int code = run(arguments, std::move(environment), here, streams, source.get_token());
  std::cout.flush();
  if (std::cout || code != 0) return code;
  // A closed pipe ends the program by a signal, so this is another error.
  write_error("The output cannot be written. Check free space and write permission.");
  return kFailed;
}

}  // namespace

int run_process(std::vector<std::string> arguments, std::string program, std::string pdfium,
                Run* run) noexcept {
  std::set_terminate(end_with_error);
  try {
    return run_here(std::move(arguments), std::move(program), std::move(pdfium), run);
  } catch (const std::bad_alloc&) {
    write_error(kOutOfMemory);
  } catch (const std::system_error& error) {
    write_error(error.what());
  }
  return kFailed;
}

}  // namespace codeweaver::cli
