// ordered_parallel: order, window, exceptions, stop.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/thread_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

namespace codeweaver::base {
namespace {

void nothing(std::size_t) {}

/// Work of uneven length, so that items end out of order.
std::uint64_t busy(std::size_t item) {
  std::mt19937_64 random(item);
  std::uint64_t sum = 0;
  for (std::uint64_t i = random() % 2000; i > 0; --i) sum += random();
  return sum;
}

}  // namespace

TEST_CASE("ordered_parallel: the bytes in flight stay within the window, but for one large item") {
  constexpr std::size_t kCount = 300;
  constexpr std::uint64_t kLimit = 100;
  const auto bytes_of = [](std::size_t item) -> std::uint64_t {
    return item % 37 == 5 ? 1000 : 1 + item % 40;
  };
  for (const std::size_t workers : {1, 2, 7}) {
    std::atomic<std::uint64_t> in_flight = 0, most = 0, large_with_others = 0;
    std::vector<std::size_t> order;
    ordered_parallel(
        kCount, workers, Window(64, kLimit, bytes_of),
        [&](std::size_t item, std::size_t) {
          const auto now = in_flight += bytes_of(item);
          if (now > std::max(kLimit, bytes_of(item))) ++large_with_others;
          auto before = most.load();
          while (before < now && !most.compare_exchange_weak(before, now)) {
          }
          busy(item);
        },
        [&](std::size_t item) {
          order.push_back(item);
          in_flight -= bytes_of(item);
        });
    REQUIRE(order.size() == kCount);
    CHECK(std::is_sorted(order.begin(), order.end()));
    CHECK(most <= 1000);
    CHECK(large_with_others == 0);
  }
}

TEST_CASE("ordered_parallel: results come in order for any number of threads and any window") {
  constexpr std::size_t kCount = 500;
  std::vector<std::uint64_t> expected(kCount);
  for (std::size_t i = 0; i < kCount; ++i) expected[i] = busy(i);
  for (const std::size_t workers : {0, 1, 2, 7}) {
    for (const std::size_t window : {0, 1, 2, 5, 1000}) {
      CAPTURE(workers);
      CAPTURE(window);
      std::vector<std::uint64_t> results(kCount);
      std::vector<std::size_t> order;
      const auto consumed = ordered_parallel(
          kCount, workers, window,
          [&](std::size_t item, std::size_t) { results[item] = busy(item); },
          [&](std::size_t item) {
            CHECK(results[item] == expected[item]);
            order.push_back(item);
          });
      std::vector<std::size_t> ascending(kCount);
      std::iota(ascending.begin(), ascending.end(), 0);
      CHECK(consumed == kCount);
      CHECK(order == ascending);
    }
  }
}

TEST_CASE("ordered_parallel: never more than a window of items is in flight") {
  constexpr std::size_t kWindow = 4;
  std::atomic<std::size_t> consumed = 0;
  std::atomic<std::size_t> most_ahead = 0;
  ordered_parallel(
      300, 3, kWindow,
      [&](std::size_t item, std::size_t) {
        // An item may start once the one a window before it has been consumed, whose call may
        // still be returning.
        const std::size_t ahead = item - consumed.load();
        std::size_t seen = most_ahead.load();
        while (ahead > seen && !most_ahead.compare_exchange_weak(seen, ahead)) {
        }
      },
      [&](std::size_t) { ++consumed; });
  CHECK(most_ahead.load() < kWindow);
}

TEST_CASE("ordered_parallel: a worker number belongs to one thread") {
  std::mutex mutex;
  std::vector<std::thread::id> owner(3);
  bool mixed = false;
  ordered_parallel(
      200, 3, 10,
      [&](std::size_t, std::size_t worker) {
        const std::lock_guard lock(mutex);
        if (worker >= owner.size()) {
          mixed = true;
        } else if (owner[worker] == std::thread::id()) {
          owner[worker] = std::this_thread::get_id();
        } else if (owner[worker] != std::this_thread::get_id()) {
          mixed = true;
        }
      },
      nothing);
  CHECK_FALSE(mixed);
}

TEST_CASE("ordered_parallel: consume runs on the calling thread") {
  bool same = true;
  ordered_parallel(
      50, 2, 8, [](std::size_t, std::size_t) {},
      [&, caller = std::this_thread::get_id()](std::size_t) {
        same = same && caller == std::this_thread::get_id();
      });
  CHECK(same);
}

TEST_CASE("ordered_parallel: an exception of a worker reaches the caller after a clean end") {
  std::atomic<int> running = 0;
  std::size_t last = 0;
  const auto run = [&] {
    ordered_parallel(
        1000, 3, 8,
        [&](std::size_t item, std::size_t) {
          ++running;
          busy(item);
          --running;
          if (item == 100) throw std::runtime_error("item 100");
        },
        [&](std::size_t item) { last = item; });
  };
  CHECK_THROWS_WITH_AS(run(), "item 100", std::runtime_error);
  CHECK(running == 0);
  CHECK(last < 100);
}

TEST_CASE("ordered_parallel: an exception of the consumer stops the workers") {
  std::atomic<std::size_t> started = 0;
  const auto run = [&] {
    ordered_parallel(
        100'000, 2, 8, [&](std::size_t, std::size_t) { ++started; },
        [](std::size_t item) {
          if (item == 10) throw std::runtime_error("consumer");
        });
  };
  CHECK_THROWS_WITH_AS(run(), "consumer", std::runtime_error);
  CHECK(started <= 10 + 8 + 1);
}

TEST_CASE("ordered_parallel: a stop ends it early with what was consumed") {
  std::stop_source source;
  std::size_t calls = 0;
  const std::size_t consumed = ordered_parallel(
      100'000, 2, 8, [](std::size_t, std::size_t) {},
      [&](std::size_t item) {
        ++calls;
        if (item == 20) source.request_stop();
      },
      source.get_token());
  CHECK(consumed == 21);
  CHECK(calls == 21);
}

TEST_CASE("ordered_parallel: a stop before the start and an empty range do nothing") {
  std::stop_source source;
  source.request_stop();
  const auto fail = [](std::size_t) { FAIL("nothing may be consumed"); };
  CHECK(ordered_parallel(
            5, 2, 2, [](std::size_t, std::size_t) {}, fail, source.get_token()) == 0);
  CHECK(ordered_parallel(
            0, 2, 2, [](std::size_t, std::size_t) {}, fail) == 0);
}

TEST_CASE("ordered_parallel: a worker that asks for a stop is heard") {
  std::stop_source source;
  const std::size_t consumed = ordered_parallel(
      100'000, 2, 4,
      [&](std::size_t item, std::size_t) {
        if (item == 50) source.request_stop();
      },
      nothing, source.get_token());
  CHECK(consumed < 60);
}

}  // namespace codeweaver::base
