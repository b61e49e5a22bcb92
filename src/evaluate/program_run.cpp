// Starts a child with a pipe for its output, and reads the time the kernel counted for it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/program_run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/descriptor.hpp"
#include "evaluate/stopwatch.hpp"

namespace codeweaver::evaluate {
namespace {

/// The redirections of the child: nothing in, the pipe out, errors dropped.
class Redirections {
 public:
  explicit Redirections(int out) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  Redirections(const Redirections&) = delete;
  Redirections& operator=(const Redirections&) = delete;
  ~Redirections() { ::posix_spawn_file_actions_destroy(&actions_); }
  const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

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
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return not_started(command.front(), errno);
  const base::Descriptor reader(ends[0]);
  ProgramRun run;
  const Stopwatch watch;
  pid_t child = 0;
  {
    const base::Descriptor writer(ends[1]);  // the child alone keeps it open
    const Redirections redirections(ends[1]);
    const int code = ::posix_spawn(&child, command.front().c_str(), redirections.get(), nullptr,
                                   arguments.data(), environ);
    if (code != 0) return not_started(command.front(), code);
  }
  run.output = read_all(ends[0]);
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  run.milliseconds = watch.wall() * 1e3;
  run.cpu_ms = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

}  // namespace codeweaver::evaluate
