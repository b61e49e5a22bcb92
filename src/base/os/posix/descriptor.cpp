// Closes handles with close(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/descriptor.hpp"

#include <unistd.h>

namespace codeweaver::os {

static_assert(kStandardInput == STDIN_FILENO && kStandardOutput == STDOUT_FILENO &&
              kStandardError == STDERR_FILENO);

int close_handle(Handle handle) noexcept {
  return ::close(handle);
}

}  // namespace codeweaver::os
