// Fields of struct stat with different names on different systems.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sys/stat.h>

namespace codeweaver::os {

const timespec& modified_time(const struct stat& status) noexcept;
const timespec& changed_time(const struct stat& status) noexcept;

}  // namespace codeweaver::os
