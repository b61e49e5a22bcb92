// Tests of Workers: order, limits, repeated jobs, shutdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/workers.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "base/gate.hpp"

namespace codeweaver::base {

using test::Gate;

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

TEST_CASE("workers: they are idle once no job runs or waits") {
  Workers workers(1);
  CHECK(workers.wait_until_idle(std::chrono::milliseconds(0)));
  Gate gate;
  std::atomic<int> done = 0;
  workers.run(gate.job());
  for (int i = 0; i < 2; ++i) workers.run([&] { ++done; });
  CHECK_FALSE(workers.wait_until_idle(std::chrono::milliseconds(1)));
  gate.open();
  CHECK(workers.wait_until_idle(std::chrono::minutes(5)));
  CHECK(done == 2);
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

}  // namespace codeweaver::base
