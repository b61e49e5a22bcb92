// Processes on Linux, by pidfd_open(2), pipe2(2) and /proc.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/processes.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/os/posix/spawning.hpp"

namespace codeweaver::os {

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
  // A package with its own loader (scripts/launcher.c) passes the started program as argv[0].
  if (program.substr(program.rfind('/') + 1).starts_with("ld-linux"))
    program = program_invocation_name;
  return program;
}

int open_pipe(std::array<Descriptor, 2>& ends) noexcept {
  std::array<int, 2> opened{};
  if (::pipe2(opened.data(), O_CLOEXEC) != 0) return errno;
  ends = {Descriptor(opened[0]), Descriptor(opened[1])};
  return 0;
}

void close_others_in_child(posix_spawnattr_t&, posix_spawn_file_actions_t&) noexcept {
  // Nothing to do: all files are opened with O_CLOEXEC.
}

char** environment_of_process() noexcept {
  return environ;
}

}  // namespace codeweaver::os
