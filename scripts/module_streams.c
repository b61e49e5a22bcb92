// Two variables of glibc, as a module sees them that is linked of archives for programs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

// Archives made for programs reach these two at a fixed distance, which in a module is possible for its own names only.
void* stderr;
void* stdout;

__attribute__((constructor(101))) static void take_streams(void) {
  stderr = *(void**)dlsym(RTLD_DEFAULT, "stderr");
  stdout = *(void**)dlsym(RTLD_DEFAULT, "stdout");
}
