// Giving memory that was freed back to the system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/free_memory.hpp"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace codeweaver::base {

void release_free_memory() noexcept {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace codeweaver::base
