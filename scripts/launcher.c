// bin/codeweaver of an archive (scripts/package): starts the program of the archive with the loader and the C library of the
// archive, so that it does not depend on those of the system.
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
    fprintf(stderr, "codeweaver: cannot find its own path: %s. Start it with its full path.\n", strerror(errno));
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
  *next++ = own;  // the name that ps shows
  *next++ = (char*)"--argv0";
  *next++ = own;
  *next++ = program;
  for (int at = 1; at < count; ++at) *next++ = arguments[at];
  execv(loader, words);
  fprintf(stderr, "codeweaver: cannot start %s: %s. Unpack the whole archive again: bin and lib belong together.\n", loader,
          strerror(errno));
  return 127;
}
