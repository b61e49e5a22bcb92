// Tests of UuidGenerator: order, layout, clocks that stop or go back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/ids.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "base/fixed_clock.hpp"

namespace codeweaver::base {
namespace {

std::uint64_t milliseconds_of(const Uuid& id) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 6; ++i) value = (value << 8) | id.bytes[i];
  return value;
}

}  // namespace

TEST_CASE("ids: time, version and variant stand where RFC 9562 puts them") {
  test::FixedClock clock;
  clock.time += std::chrono::milliseconds(1'645'557'742'000);  // the example of its appendix A.6
  UuidGenerator generator(clock, 7);
  for (int i = 0; i < 1000; ++i) {
    const Uuid id = generator.next();
    CHECK(id.to_string().substr(0, 15) == "017f22e2-79b0-7");
    CHECK((id.bytes[6] >> 4) == 7);
    CHECK((id.bytes[8] >> 6) == 2);
  }
}

TEST_CASE("ids: each is greater than the one before, also when the clock stands or goes back") {
  test::FixedClock clock;
  clock.time += std::chrono::hours(24 * 365 * 50);
  UuidGenerator generator(clock, 7);
  Uuid last = generator.next();
  for (int i = 0; i < 20'000; ++i) {
    if (i % 1000 == 0) clock.time += std::chrono::milliseconds(i % 3000 == 0 ? -5 : 2);
    const Uuid id = generator.next();
    REQUIRE(last < id);
    last = id;
  }
}

TEST_CASE("ids: a row ascends, is told by its first, and is followed by later ones") {
  test::FixedClock clock;
  clock.time += std::chrono::hours(24 * 365 * 50);
  UuidGenerator generator(clock, 7);
  CHECK(generator.next_row(0).empty());
  Uuid last = generator.next();
  for (const std::uint32_t count : {1U, 2U, 300U, 1U << 21}) {
    const auto row = generator.next_row(count);
    REQUIRE(row.size() == count);
    CHECK(last < row.front());
    CHECK(std::is_sorted(row.begin(), row.end()));
    CHECK(std::adjacent_find(row.begin(), row.end()) == row.end());
    CHECK(in_row(row.front(), count - 1) == row.back());
    CHECK(row.back().to_string()[14] == '7');
    CHECK((row.back().bytes[8] >> 6) == 2);
    last = row.back();
  }
}

TEST_CASE("ids: they carry the time of the clock") {
  test::FixedClock clock;
  clock.time += std::chrono::milliseconds(1'800'000'000'123);
  UuidGenerator generator(clock);
  CHECK(milliseconds_of(generator.next()) == 1'800'000'000'123);
}

TEST_CASE("ids: generators differ unless they share a seed") {
  test::FixedClock clock;
  clock.time += std::chrono::hours(1);
  CHECK(UuidGenerator(clock, 1).next() == UuidGenerator(clock, 1).next());
  CHECK(UuidGenerator(clock, 1).next() != UuidGenerator(clock, 2).next());
  CHECK(UuidGenerator(clock).next() != UuidGenerator(clock).next());
}

TEST_CASE("ids: threads that share a generator never get the same one") {
  UuidGenerator generator;
  std::vector<std::vector<Uuid>> ids(4);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : ids)
      threads.emplace_back([&] {
        for (int i = 0; i < 2000; ++i) mine.push_back(generator.next());
      });
  }
  std::vector<Uuid> all;
  for (const auto& mine : ids) {
    CHECK(std::is_sorted(mine.begin(), mine.end()));
    all.insert(all.end(), mine.begin(), mine.end());
  }
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
}

}  // namespace codeweaver::base
