// What the system tells of the machine and of this process: memory, processors, threads, terminals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// What the system does not tell is empty or 0.
struct Machine {
  std::string processor, processor_features;  ///< features: words with blanks in between
  std::string system;                         ///< its name and version
  std::uint64_t memory_bytes = 0;
};
Machine machine();
/// Runnable threads over the last minute.
double load_average() noexcept;

bool is_terminal(Handle handle) noexcept;
/// Whether somebody put bytes there to be read: a file, a pipe or a socket.
bool is_redirected(Handle handle) noexcept;
/// What a terminal shows at once; zeros: it does not tell, or is none.
struct TerminalSize {
  std::size_t columns = 0, rows = 0;
};
TerminalSize terminal_size(Handle handle) noexcept;

std::chrono::nanoseconds process_cpu_time() noexcept;
std::chrono::nanoseconds thread_cpu_time() noexcept;

/// Lets the threads of others go first from now on, for background work; for good, as systems do
/// not let it be taken back. Where that is refused, nothing happens.
void lower_thread_priority() noexcept;

/// What this process uses; 0 where the system does not tell.
struct ProcessFigures {
  double cpu_seconds = 0;    ///< of all threads, user and system
  double start_seconds = 0;  ///< when it began, since 1970
  std::uint64_t resident_bytes = 0, virtual_bytes = 0;
  std::uint64_t open_files = 0, max_open_files = 0;
};
/// Cost: a few files of the system read.
ProcessFigures process_figures();
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();
/// Makes the current size the peak. False: the system refuses.
bool reset_peak_resident_bytes();

}  // namespace codeweaver::os
