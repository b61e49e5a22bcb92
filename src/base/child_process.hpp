// Other programs: started with nothing to read, and a pipe for what they print.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace codeweaver::base {

/// A program that was started and has not been waited for.
struct ChildProcess {
  pid_t id = 0;
  Descriptor output;  ///< its stdout, to read from
};

enum class ChildErrors : std::uint8_t { kInherited, kDropped };

/// Starts `command`, the program (looked up on PATH unless it has a '/') and its arguments, without
/// a shell. `environment` ends with a null pointer. 0, or the errno of what failed.
int start_child(const std::vector<std::string>& command, char* const* environment,
                ChildErrors errors, ChildProcess& child);

}  // namespace codeweaver::base
