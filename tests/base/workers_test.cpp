// Workers: order, bounds, jobs that go again, the end, and a system that allows no threads.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/workers.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace codeweaver::base {
namespace {

/// A job that holds its thread until it is let go.
class Gate {
 public:
  std::function<void()> job() {
    return [this] {
      begun_.set_value();
      open_.get_future().wait();
    };
  }
  void wait_until_begun() { begun_.get_future().wait(); }
  void open() { open_.set_value(); }

 private:
  std::promise<void> begun_, open_;
};

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

TEST_CASE("workers: one thread does jobs in the order they came, several do each once") {
  std::vector<int> order;
  std::promise<void> last;
  Workers one(1);
  for (int i = 0; i < 200; ++i) one.run([&order, i] { order.push_back(i); });
  one.run([&] { last.set_value(); });
  last.get_future().wait();
  REQUIRE(order.size() == 200);
  for (int i = 0; i < 200; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);

  std::atomic<int> done = 0;
  std::promise<void> all;
  Workers several(4);
  for (int i = 0; i < 1000; ++i)
    CHECK(several.submit([&] {
      if (++done == 1000) all.set_value();
    }));
  all.get_future().wait();
  CHECK(done == 1000);
}

TEST_CASE("workers: a full queue takes no more, and a job that waits can be withdrawn") {
  Gate gate;
  std::atomic<int> done = 0;
  std::promise<void> third;
  const auto count = [&] { ++done; };
  Workers workers(1, 1);
  const auto first = workers.submit(gate.job());
  REQUIRE(first);
  gate.wait_until_begun();
  const auto second = workers.submit(count);
  REQUIRE(second);
  CHECK_FALSE(workers.submit(count));
  CHECK_FALSE(workers.withdraw(*first));  // it runs
  CHECK(workers.withdraw(*second));
  CHECK_FALSE(workers.withdraw(*second));
  CHECK(workers.submit([&] { third.set_value(); }));
  gate.open();
  third.get_future().wait();
  CHECK(done == 0);
}

TEST_CASE("workers: close drops what waits, waits for what runs, and nothing begins after it") {
  Gate gate;
  std::atomic<int> done = 0;
  Workers workers(1);
  workers.run(gate.job());
  gate.wait_until_begun();
  workers.run([&] { ++done; });
  std::thread closing([&] { workers.close(); });
  while (workers.submit([&] { ++done; })) std::this_thread::yield();
  gate.open();
  closing.join();
  workers.run([&] { ++done; });
  CHECK(done == 0);
}

TEST_CASE("workers: a job may close the workers that it runs on") {
  const auto closed = std::make_shared<std::promise<void>>();
  Workers workers(2);
  workers.run([&workers, closed] {
    workers.close();
    closed->set_value();
  });
  closed->get_future().wait();
  CHECK_FALSE(workers.submit([] {}));
}

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
          Gate gate;
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

}  // namespace codeweaver::base
