// Processes on macOS, by kqueue(2), Apple's posix_spawn(2) and dyld(3).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/processes.hpp"

#include <crt_externs.h>
#include <fcntl.h>
#include <mach-o/dyld.h>
#include <sys/event.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/os/posix/spawning.hpp"

namespace codeweaver::os {

Descriptor watch_process(ProcessId process) noexcept {
  if (process <= 1) return {};
  Descriptor queue(::kqueue());
  if (!queue.is_open()) return {};
  ::fcntl(queue.get(), F_SETFD, FD_CLOEXEC);
  struct kevent end {};
  EV_SET(&end, static_cast<uintptr_t>(process), EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, nullptr);
  if (::kevent(queue.get(), &end, 1, nullptr, 0, nullptr) != 0) return {};
  return queue;
}

std::string own_program() {
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);  // fails, and sets the size
  std::string program(size, '\0');
  if (::_NSGetExecutablePath(program.data(), &size) != 0) return {};
  program.resize(program.find('\0'));
  return program;
}

int open_pipe(std::array<Descriptor, 2>& ends) noexcept {
  std::array<int, 2> opened{};
  if (::pipe(opened.data()) != 0) return errno;
  ends = {Descriptor(opened[0]), Descriptor(opened[1])};
  for (const int end : opened) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return 0;
}

void close_others_in_child(posix_spawnattr_t& attributes,
                           posix_spawn_file_actions_t& actions) noexcept {
  // Needed because another thread may start a program between pipe(2) and fcntl(2).
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_CLOEXEC_DEFAULT);
  for (const Handle stream : {kStandardOutput, kStandardError})
    ::posix_spawn_file_actions_addinherit_np(&actions, stream);
}

char** environment_of_process() noexcept {
  return *::_NSGetEnviron();
}

}  // namespace codeweaver::os
