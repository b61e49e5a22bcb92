// What starting a program takes that each POSIX system has in a way of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <spawn.h>

#include <array>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// Two ends, to read from and to write to, which programs that are started do not get. 0, or an
/// errno value.
int open_pipe(std::array<Descriptor, 2>& ends) noexcept;

/// Sees to it that a program gets what `actions` gives it and its stdout and stderr, and no other
/// open thing.
void close_others_in_child(posix_spawnattr_t& attributes,
                           posix_spawn_file_actions_t& actions) noexcept;

/// "NAME=value", each, a null pointer at the end.
char** environment_of_process() noexcept;

}  // namespace codeweaver::os
