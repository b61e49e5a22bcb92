// Properties of the machine and of this process: memory, processors, threads, terminals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// Values that the system does not report are empty or 0.
struct Machine {
  std::string processor, processor_features;  ///< features: words, separated by blanks
  std::string system;                         ///< name and version
  std::uint64_t memory_bytes = 0;
};
Machine machine();
/// Average number of runnable threads over the last minute.
double load_average() noexcept;

bool is_terminal(Handle handle) noexcept;
/// Whether input comes from a file, a pipe or a socket.
bool is_redirected(Handle handle) noexcept;
/// Size of a terminal; zeros: unknown, or not a terminal.
struct TerminalSize {
  std::size_t columns = 0, rows = 0;
};
TerminalSize terminal_size(Handle handle) noexcept;

std::chrono::nanoseconds process_cpu_time() noexcept;
std::chrono::nanoseconds thread_cpu_time() noexcept;

/// Lowers the priority of this thread for the rest of its life, for background work. Systems do not
/// allow raising it again. Does nothing if the system refuses.
void lower_thread_priority() noexcept;

/// Resources that this process uses; 0 if the system does not report them.
struct ProcessFigures {
  double cpu_seconds = 0;    ///< of all threads, user and system
  double start_seconds = 0;  ///< start time, since 1970
  std::uint64_t resident_bytes = 0, virtual_bytes = 0;
  std::uint64_t open_files = 0, max_open_files = 0;
};
/// Cost: reads a few files of the system.
ProcessFigures process_figures();
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();
/// Resets the peak to the current size. False: the system refuses.
bool reset_peak_resident_bytes();

}  // namespace codeweaver::os
