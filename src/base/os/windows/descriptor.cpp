// Closes handles with CloseHandle().
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/descriptor.hpp"

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

int close_handle(Handle handle) noexcept {
  if (::CloseHandle(native(handle))) return 0;
  fail();
  return -1;
}

}  // namespace codeweaver::os
