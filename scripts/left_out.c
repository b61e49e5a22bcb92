// Stubs for symbols that Debian's archives of libgit2 and LAPACK need but our code never calls: network access and Fortran messages.
// With these stubs, libssh2, GSSAPI, libgit2's TLS and libgfortran are not linked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

bool git_http__expect_continue = false;

int git_mbedtls_stream_global_init(void) {
  return 0;
}

int git_openssl_stream_global_init(void) {
  return 0;
}

int git_transport_ssh_global_init(void) {
  return 0;
}

int git_mbedtls__set_cert_location(const char* file, const char* folder) {
  (void)file;
  (void)folder;
  return -1;
}

int git_smart_subtransport_git(void** out, void* owner, void* parameter) {
  (void)out;
  (void)owner;
  (void)parameter;
  return -1;
}

int git_smart_subtransport_http(void** out, void* owner, void* parameter) {
  return git_smart_subtransport_git(out, owner, parameter);
}

int git_smart_subtransport_ssh(void** out, void* owner, void* parameter) {
  return git_smart_subtransport_git(out, owner, parameter);
}

// Called if a LAPACK routine gets a wrong argument.
void xerbla_(const char* routine, const int* argument, size_t length) {
  fprintf(stderr, "%.*s was called with a wrong argument %d\n", (int)length, routine, *argument);
}
