// Starts a child, and reads the time the kernel counted for it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/program_run.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/child_process.hpp"
#include "evaluate/stopwatch.hpp"

namespace codeweaver::evaluate {
namespace {

std::string read_all(int descriptor) {
  std::array<char, 1 << 16> buffer{};
  std::string out;
  for (;;) {
    const auto count = ::read(descriptor, buffer.data(), buffer.size());
    if (count > 0) out.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return out;
  }
}

double milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
}

Error not_started(const std::string& program, int code) {
  return {ErrorCategory::kIo, "NO_PROGRAM", "Cannot start " + program + ": " + std::strerror(code),
          "timing a run of the program", "Check that it can be executed."};
}

}  // namespace

Result<ProgramRun> run_program(const std::vector<std::string>& command) {
  ProgramRun run;
  const Stopwatch watch;
  base::ChildProcess child;
  if (const int code = base::start_child(command, environ, base::ChildErrors::kDropped, child);
      code != 0)
    return not_started(command.front(), code);
  run.output = read_all(child.output.get());
  int status = 0;
  rusage usage{};
  while (::wait4(child.id, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  run.milliseconds = watch.wall() * 1e3;
  run.cpu_ms = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

}  // namespace codeweaver::evaluate
