// Parts of starting a program that differ between POSIX systems.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <spawn.h>

#include <array>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// Opens a pipe that child processes do not inherit: ends[0] to read, ends[1] to write. Returns 0
/// or an errno value.
int open_pipe(std::array<Descriptor, 2>& ends) noexcept;

/// Makes the child inherit only stdout, stderr and the handles in `actions`.
void close_others_in_child(posix_spawnattr_t& attributes,
                           posix_spawn_file_actions_t& actions) noexcept;

/// "NAME=value" strings, with a null pointer at the end.
char** environment_of_process() noexcept;

}  // namespace codeweaver::os
