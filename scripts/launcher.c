// bin/codeweaver of an archive (scripts/package): starts the program beside it by the loader and with the C library that the
// archive brings, so that it runs whichever of them, of whatever age, a system has.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

int main(int count, char** arguments) {
  char own[PATH_MAX];
  if (realpath((const char*)getauxval(AT_EXECFN), own) == NULL) {
    fprintf(stderr, "codeweaver: cannot tell where it lies: %s. Start it by its whole path.\n", strerror(errno));
    return 127;
  }
  const char* bin = strrchr(own, '/');
  int prefix = (int)(bin - own);
  while (prefix > 0 && own[prefix - 1] != '/') --prefix;
  char loader[PATH_MAX + sizeof LOADER];
  char program[sizeof loader];
  snprintf(loader, sizeof loader, "%.*slib/codeweaver/" LOADER, prefix, own);
  snprintf(program, sizeof program, "%.*slib/codeweaver/codeweaver", prefix, own);

  char** words = calloc((size_t)count + 4, sizeof *words);
  if (words == NULL) return 127;
  char** next = words;
  *next++ = own;  // what ps shows
  *next++ = (char*)"--argv0";
  *next++ = own;
  *next++ = program;
  for (int at = 1; at < count; ++at) *next++ = arguments[at];
  execv(loader, words);
  fprintf(stderr, "codeweaver: %s cannot be started: %s. Unpack the whole archive again: bin and lib belong together.\n", loader,
          strerror(errno));
  return 127;
}
