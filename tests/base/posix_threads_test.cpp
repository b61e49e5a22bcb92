// Workers and ordered_parallel on a system that allows no threads, in child processes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <future>

#include "base/gate.hpp"
#include "base/thread_pool.hpp"
#include "base/workers.hpp"

namespace codeweaver::base {
namespace {

/// The exit status of a child process that runs `body`, which may take threads away from itself.
int status_in_child(int (*body)()) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(body());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

bool allow_no_more_threads() {
  constexpr uid_t kNobody = 65534;  // the limit does not hold for root
  if (::geteuid() == 0 && ::setuid(kNobody) != 0) return false;
  const rlimit none{0, 0};
  return ::setrlimit(RLIMIT_NPROC, &none) == 0;
}

}  // namespace

TEST_CASE("workers: where the system allows no thread, the calling one does the work") {
  CHECK(status_in_child([] {
          if (!allow_no_more_threads()) return 10;
          int done = 0;
          Workers workers(4);
          for (int i = 0; i < 10; ++i) workers.run([&] { ++done; });
          if (done != 10) return 1;
          return workers.submit([&] { ++done; }) ? 2 : 0;
        }) == 0);
}

TEST_CASE("workers: where the system allows no more threads, those that are there do the work") {
  CHECK(status_in_child([] {
          test::Gate gate;
          std::atomic<int> done = 0;
          std::promise<void> all;
          Workers workers(4);
          workers.run(gate.job());
          gate.wait_until_begun();
          if (!allow_no_more_threads()) return 10;
          const auto count = [&] {
            if (++done == 20) all.set_value();
          };
          for (int i = 0; i < 10; ++i) workers.run(count);
          for (int i = 0; i < 10; ++i)
            if (!workers.submit(count)) return 1;
          gate.open();
          all.get_future().wait();
          return 0;
        }) == 0);
}

TEST_CASE("where the system allows no thread, the calling one does all the work") {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    constexpr uid_t kNobody = 65534;  // the limit does not hold for root
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(10);
    const rlimit none{0, 0};
    if (::setrlimit(RLIMIT_NPROC, &none) != 0) ::_exit(11);
    std::size_t worked = 0, consumed = 0;
    const auto done = ordered_parallel(
        50, 4, 8, [&](std::size_t, std::size_t worker) { worked += worker == 0 ? 1 : 0; },
        [&](std::size_t item) { consumed += item; }, {});
    ::_exit(done == 50 && worked == 50 && consumed == 49 * 50 / 2 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace codeweaver::base
