// Connects the process to cli::run: its streams, its signals, and what is said where it ends in an
// exception.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/process.hpp"

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
#include "cli/app.hpp"
#include "cli/session.hpp"
#include "cli/terminal_filter.hpp"

namespace codeweaver::cli {
namespace {

/// An interrupt, or a polite request to end, ends a run at its next file: a thread of its own turns
/// them into a request.
std::stop_source stop_on_requests() {
  os::note_requests(os::Request::kStop);
  os::end_on_broken_pipe();
  std::stop_source source;
  try {
    std::thread([source]() mutable {
      os::wait_for_request(os::Request::kStop);
      source.request_stop();
      os::end_process(128 + os::wait_for_request(os::Request::kStop));  // asked twice
    }).detach();
  } catch (const std::system_error&) {  // no thread to be had: a request ends the program at once
    os::end_on_requests(os::Request::kStop);
  }
  return source;
}

/// Written without memory of our own, of which there may be none.
void write_error(const char* what) noexcept {
  for (const char* part : {"Error: ", what, "\n"})
    if (os::write_some(os::kStandardError, part, std::strlen(part)) < 0) return;
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
  os::end_process(kFailed);
}

int run_here(std::vector<std::string> arguments, std::string program, std::string pdfium) {
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
  // A reader that has closed its end ends the program by a signal, so this is a fault.
  write_error("The output could not be written. Check the space and the rights where it goes.");
  return kFailed;
}

}  // namespace

int run_process(std::vector<std::string> arguments, std::string program,
                std::string pdfium) noexcept {
  std::set_terminate(end_with_error);
  try {
    return run_here(std::move(arguments), std::move(program), std::move(pdfium));
  } catch (const std::bad_alloc&) {
    write_error(kOutOfMemory);
  } catch (const std::system_error& error) {
    write_error(error.what());
  }
  return kFailed;
}

}  // namespace codeweaver::cli
