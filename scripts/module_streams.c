// Defines stderr and stdout in a module that is linked from archives for programs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

// Archives for programs access these two at a fixed distance. In a module that works only for the module's own symbols.
void* stderr;
void* stdout;

__attribute__((constructor(101))) static void take_streams(void) {
  stderr = *(void**)dlsym(RTLD_DEFAULT, "stderr");
  stdout = *(void**)dlsym(RTLD_DEFAULT, "stdout");
}
