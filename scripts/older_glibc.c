// Functions for binaries that run with glibc 2.28: Debian 12's headers use them, but only later versions of glibc have them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { kSecond = 1000000000 };

char __libc_single_threaded = 0;  // 0 is always correct: reference counters are then atomic

pid_t gettid(void) {
  return (pid_t)syscall(SYS_gettid);
}

ssize_t getdents64(int folder, void* entries, size_t size) {
  return syscall(SYS_getdents64, folder, entries, size);
}

// Converts a time to the clock that glibc 2.28 uses for waiting. If someone sets that clock during a wait, the wait ends too early
// or too late. libstdc++ then checks its own clock, as it does with every glibc before 2.30.
static struct timespec by_wall_clock(clockid_t clock, const struct timespec* moment) {
  struct timespec now;
  struct timespec wall;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &wall);
  int64_t nanoseconds = (int64_t)wall.tv_nsec + moment->tv_nsec - now.tv_nsec;
  time_t seconds = wall.tv_sec + moment->tv_sec - now.tv_sec;
  for (; nanoseconds < 0; nanoseconds += kSecond) --seconds;
  for (; nanoseconds >= kSecond; nanoseconds -= kSecond) ++seconds;
  return (struct timespec){.tv_sec = seconds < 0 ? 0 : seconds, .tv_nsec = (long)nanoseconds};
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const struct timespec* until) {
  const struct timespec wall = by_wall_clock(clock, until);
  return pthread_cond_timedwait(condition, mutex, &wall);
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const struct timespec* until) {
  const struct timespec wall = by_wall_clock(clock, until);
  return pthread_mutex_timedlock(mutex, &wall);
}

uint32_t arc4random(void) {  // called by std::random_device of this libstdc++
  uint32_t value;
  if (getentropy(&value, sizeof value) != 0) abort();
  return value;
}
