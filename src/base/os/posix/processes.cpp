// Processes by posix_spawn(3) and wait4(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/os/posix/cpu_seconds.hpp"
#include "base/os/posix/spawning.hpp"

namespace codeweaver::os {
namespace {

/// The standard streams of a child. It inherits no other open files of this process.
class Redirections {
 public:
  Redirections() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  Redirections(const Redirections&) = delete;
  Redirections& operator=(const Redirections&) = delete;
  ~Redirections() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }

  void set(Handle given, int stream) {
    ::posix_spawn_file_actions_adddup2(&actions_, given, stream);
  }
  void set_to_nothing(int stream, int flags) {
    ::posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null", flags, 0);
  }
  /// Starts a program with these streams. Returns 0 or the errno value of the failed call.
  int start(ProcessId& id, const std::vector<std::string>& command,
            const std::vector<std::string>* environment);

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Pointers to the words, with a null pointer at the end, as the system requires.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

int Redirections::start(ProcessId& id, const std::vector<std::string>& command,
                        const std::vector<std::string>* environment) {
  const auto arguments = pointers_to(command);
  const auto variables = environment != nullptr ? pointers_to(*environment) : std::vector<char*>();
  close_others_in_child(attributes_, actions_);
  return ::posix_spawnp(&id, arguments.front(), &actions_, &attributes_, arguments.data(),
                        environment != nullptr ? variables.data() : environment_of_process());
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

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** entry = environment_of_process(); entry != nullptr && *entry != nullptr; ++entry)
    variables.emplace_back(*entry);
  return variables;
}

void end_process(int code) noexcept {
  ::_exit(code);
}

int start_child(const std::vector<std::string>& command,
                const std::vector<std::string>* environment, ChildErrors errors,
                ChildProcess& child, Handle input) {
  std::array<Descriptor, 2> ends;
  if (const int error = open_pipe(ends); error != 0) return error;
  auto& [reader, writer] = ends;  // only the child keeps the writer open
  Redirections redirections;
  if (input < 0)
    redirections.set_to_nothing(STDIN_FILENO, O_RDONLY);
  else
    redirections.set(input, STDIN_FILENO);
  redirections.set(writer.get(), STDOUT_FILENO);
  if (errors == ChildErrors::kDropped) redirections.set_to_nothing(STDERR_FILENO, O_WRONLY);
  child.output = std::move(reader);
  return redirections.start(child.id, command, environment);
}

int start_reader(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, ReaderProcess& child) {
  std::array<Descriptor, 2> ends;
  if (const int error = open_pipe(ends); error != 0) return error;
  auto& [reader, writer] = ends;  // only the child keeps the reader open
  Redirections redirections;
  redirections.set(reader.get(), STDIN_FILENO);
  child.input = std::move(writer);
  return redirections.start(child.id, command, &environment);
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
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they reserve terabytes
  ::setrlimit(RLIMIT_AS, &memory);
#else
  static_cast<void>(memory);
#endif
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace codeweaver::os
