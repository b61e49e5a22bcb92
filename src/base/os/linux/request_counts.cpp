// Counters of requests, as semaphores (sem_overview(7)).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/posix/request_counts.hpp"

#include <semaphore.h>

namespace codeweaver::os {
namespace {

sem_t g_stop_requests, g_hang_ups;

sem_t& count_of(Request kind) noexcept {
  return kind == Request::kStop ? g_stop_requests : g_hang_ups;
}

}  // namespace

void begin_count(Request kind) noexcept {
  ::sem_init(&count_of(kind), 0, 0);
}

void add_to_count(Request kind) noexcept {
  ::sem_post(&count_of(kind));
}

void take_from_count(Request kind) noexcept {
  while (::sem_wait(&count_of(kind)) != 0) {
  }
}

}  // namespace codeweaver::os
