// This process and its child processes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

using ProcessId = int;

ProcessId own_process() noexcept;
/// The process that started this one; another process if that one died.
ProcessId parent_process() noexcept;
/// Becomes ready for input when the process dies. Not open if the system does not support it.
Descriptor watch_process(ProcessId process) noexcept;
/// Path of this program's file; empty: unknown.
std::string own_program();
/// "NAME=value" strings.
std::vector<std::string> own_environment();
/// Ends this process at once, without destructors and without flushing.
[[noreturn]] void end_process(int code) noexcept;

/// A program that was started and not yet waited for.
struct ChildProcess {
  ProcessId id = 0;
  Descriptor output;  ///< its stdout, to read from
};

enum class ChildErrors : std::uint8_t { kInherited, kDropped };

/// Starts `command` without a shell: a program (searched on PATH unless it contains a '/') and its
/// arguments. `environment` has "NAME=value" strings; null: the environment of this process.
/// `input` becomes the child's stdin; without it, stdin is empty. Returns 0 or the errno value of
/// the failed call.
int start_child(const std::vector<std::string>& command,
                const std::vector<std::string>* environment, ChildErrors errors,
                ChildProcess& child, Handle input = kNoHandle);

/// A program that reads this process's output from its stdin and writes to this process's stdout.
struct ReaderProcess {
  ProcessId id = 0;
  Descriptor input;  ///< its stdin, to write to
};
/// Starts `command` like start_child(). Returns 0 or the errno value of the failed call.
int start_reader(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, ReaderProcess& child);

/// How a child ended.
struct ChildEnd {
  int exit_code = 0;
  int signal = 0;  ///< the signal that ended it; 0: it exited
  double cpu_seconds = 0;
};
ChildEnd wait_for_child(ProcessId child) noexcept;
/// The same without waiting; nullopt: still running.
std::optional<ChildEnd> end_of_child(ProcessId child) noexcept;
/// Kills the child. The caller still has to wait for it.
void kill_child(ProcessId child) noexcept;

/// From now on the system kills this process when it has used `cpu_seconds`, and refuses memory
/// above `memory_bytes`. No effect on systems without these limits.
void limit_process(std::uint32_t cpu_seconds, std::uint64_t memory_bytes) noexcept;

}  // namespace codeweaver::os
