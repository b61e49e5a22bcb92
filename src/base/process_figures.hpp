// ProcessFigures: what this process uses of the machine.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::base {

/// 0 where the system does not tell.
struct ProcessFigures {
  double cpu_seconds = 0;    ///< of all threads, user and system
  double start_seconds = 0;  ///< when it began, since 1970
  std::uint64_t resident_bytes = 0, virtual_bytes = 0;
  std::uint64_t open_files = 0, max_open_files = 0;
};

/// Cost: a few files of /proc read.
ProcessFigures process_figures();

}  // namespace codeweaver::base
