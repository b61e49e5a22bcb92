// This process and those that it starts.
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
/// Who started this process; somebody else once that one is dead.
ProcessId parent_process() noexcept;
/// Is ready for input once that process is dead; not open where the system cannot tell.
Descriptor watch_process(ProcessId process) noexcept;
/// The file that this process runs; empty: the system does not tell.
std::string own_program();
/// "NAME=value", each.
std::vector<std::string> own_environment();
/// Ends this process at once: nothing is destroyed, nothing flushed.
[[noreturn]] void end_process(int code) noexcept;

/// A program that was started and has not been waited for.
struct ChildProcess {
  ProcessId id = 0;
  Descriptor output;  ///< its stdout, to read from
};

enum class ChildErrors : std::uint8_t { kInherited, kDropped };

/// Starts `command`, the program (looked up on PATH unless it has a '/') and its arguments, without
/// a shell. `environment`: "NAME=value", each; null: that of this process. `input` becomes its
/// stdin; without one it has nothing to read. 0, or the errno value of what failed.
int start_child(const std::vector<std::string>& command,
                const std::vector<std::string>* environment, ChildErrors errors,
                ChildProcess& child, Handle input = kNoHandle);

/// A program that reads what is written to it, and writes where this process does.
struct ReaderProcess {
  ProcessId id = 0;
  Descriptor input;  ///< its stdin, to write to
};
/// Starts `command` as start_child() does. 0, or the errno value of what failed.
int start_reader(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, ReaderProcess& child);

/// How a child ended.
struct ChildEnd {
  int exit_code = 0;
  int signal = 0;  ///< that ended it; 0: it ended itself
  double cpu_seconds = 0;
};
ChildEnd wait_for_child(ProcessId child) noexcept;
/// The same without waiting; nullopt: it still runs.
std::optional<ChildEnd> end_of_child(ProcessId child) noexcept;
/// Ends it whatever it does; it still has to be waited for.
void kill_child(ProcessId child) noexcept;

/// From now on this process is killed when it has used so much time of processors, and gets no more
/// memory than that. No effect where the system has no such limits.
void limit_process(std::uint32_t cpu_seconds, std::uint64_t memory_bytes) noexcept;

}  // namespace codeweaver::os
