// Starts a child process, and reads its CPU time from the system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/program_run.hpp"

#include <array>
#include <system_error>

#include "base/os/files.hpp"
#include "base/os/processes.hpp"
#include "evaluate/stopwatch.hpp"

namespace codeweaver::bench {
namespace {

std::string read_all(os::Handle source) {
  std::array<char, 1 << 16> buffer{};
  std::string out;
  for (;;) {
    const auto count = os::read_some(source, buffer.data(), buffer.size());
    if (count <= 0) return out;
    out.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

Error not_started(const std::string& program, int code) {
  return {ErrorCategory::kIo, "NO_PROGRAM",
          "Cannot start " + program + ": " + std::generic_category().message(code),
          "timing a run of the program", "Check that it can be executed."};
}

}  // namespace

Result<ProgramRun> run_program(const std::vector<std::string>& command) {
  ProgramRun run;
  const evaluate::Stopwatch watch;
  os::ChildProcess child;
  if (const int code = os::start_child(command, nullptr, os::ChildErrors::kDropped, child);
      code != 0)
    return not_started(command.front(), code);
  run.output = read_all(child.output.get());
  const auto end = os::wait_for_child(child.id);
  run.milliseconds = watch.wall() * 1e3;
  run.cpu_ms = end.cpu_seconds * 1e3;
  run.exit_code = end.signal == 0 ? end.exit_code : 128 + end.signal;
  return run;
}

}  // namespace codeweaver::bench
