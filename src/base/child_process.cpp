// Other programs, by posix_spawn.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>

#include <array>

namespace codeweaver::base {
namespace {

/// The redirections of the child: nothing in, the pipe out.
class Redirections {
 public:
  Redirections(int out, ChildErrors errors) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
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

}  // namespace

int start_child(const std::vector<std::string>& command, char* const* environment,
                ChildErrors errors, ChildProcess& child) {
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  child.output = Descriptor(ends[0]);
  const Descriptor writer(ends[1]);  // the child alone keeps it open
  const Redirections redirections(writer.get(), errors);
  return ::posix_spawnp(&child.id, arguments.front(), redirections.get(), nullptr, arguments.data(),
                        environment);
}

}  // namespace codeweaver::base
