// Processes by posix_spawn(3), wait4(2) and pidfd_open(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/os/linux/cpu_seconds.hpp"

namespace codeweaver::os {
namespace {

/// The redirections of the child: what it reads, if anything, and the pipe out.
class Redirections {
 public:
  Redirections(Handle in, int out, ChildErrors errors) {
    ::posix_spawn_file_actions_init(&actions_);
    if (in < 0)
      ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    else
      ::posix_spawn_file_actions_adddup2(&actions_, in, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    if (errors == ChildErrors::kDropped)
      ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  Redirections(const Redirections&) = delete;
  Redirections& operator=(const Redirections&) = delete;
  ~Redirections() { ::posix_spawn_file_actions_destroy(&actions_); }
  const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// As the system wants them: pointers, and a null pointer at the end.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::optional<ChildEnd> end_with(ProcessId child, int flags) noexcept {
  int status = 0;
  rusage usage{};
  pid_t ended = 0;
  do {
    ended = ::wait4(child, &status, flags, &usage);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return std::nullopt;
  ChildEnd end;
  end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.signal = WIFEXITED(status) ? 0 : WTERMSIG(status);
  end.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  return end;
}

}  // namespace

ProcessId own_process() noexcept {
  return ::getpid();
}

ProcessId parent_process() noexcept {
  return ::getppid();
}

Descriptor watch_process(ProcessId process) noexcept {
#ifdef SYS_pidfd_open
  return Descriptor(process > 1 ? static_cast<int>(::syscall(SYS_pidfd_open, process, 0)) : -1);
#else
  return {};
#endif
}

std::string own_program() {
  std::array<char, 4096> path{};
  const auto size = ::readlink("/proc/self/exe", path.data(), path.size());
  std::string program(path.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  // A package that brings its own loader (scripts/launcher.c) says by argv[0] what was started.
  if (program.substr(program.rfind('/') + 1).starts_with("ld-linux"))
    program = program_invocation_name;
  return program;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    variables.emplace_back(*entry);
  return variables;
}

void end_process(int code) noexcept {
  ::_exit(code);
}

int start_child(const std::vector<std::string>& command,
                const std::vector<std::string>* environment, ChildErrors errors,
                ChildProcess& child, Handle input) {
  const auto arguments = pointers_to(command);
  const auto variables = environment != nullptr ? pointers_to(*environment) : std::vector<char*>();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  child.output = Descriptor(ends[0]);
  const Descriptor writer(ends[1]);  // the child alone keeps it open
  const Redirections redirections(input, writer.get(), errors);
  return ::posix_spawnp(&child.id, arguments.front(), redirections.get(), nullptr, arguments.data(),
                        environment != nullptr ? variables.data() : environ);
}

int start_reader(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, ReaderProcess& child) {
  const auto arguments = pointers_to(command);
  const auto variables = pointers_to(environment);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  const Descriptor reader(ends[0]);  // the child alone keeps it open
  child.input = Descriptor(ends[1]);
  posix_spawn_file_actions_t redirections{};
  ::posix_spawn_file_actions_init(&redirections);
  ::posix_spawn_file_actions_adddup2(&redirections, reader.get(), STDIN_FILENO);
  const int failed = ::posix_spawnp(&child.id, arguments.front(), &redirections, nullptr,
                                    arguments.data(), variables.data());
  ::posix_spawn_file_actions_destroy(&redirections);
  return failed;
}

ChildEnd wait_for_child(ProcessId child) noexcept {
  return end_with(child, 0).value_or(ChildEnd());
}

std::optional<ChildEnd> end_of_child(ProcessId child) noexcept {
  return end_with(child, WNOHANG);
}

void kill_child(ProcessId child) noexcept {
  ::kill(child, SIGKILL);
}

void limit_process(std::uint32_t cpu_seconds, std::uint64_t memory_bytes) noexcept {
  const rlimit time{cpu_seconds, cpu_seconds};
  const rlimit memory{memory_bytes, memory_bytes};
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CPU, &time);
  ::setrlimit(RLIMIT_AS, &memory);
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace codeweaver::os
