// Tests of the shares of a memory budget: a run's files and its segment fit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/memory_shares.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

namespace codeweaver::engine {

TEST_CASE("memory shares: a run's files and its segment fit its budget") {
  for (const std::uint64_t budget : {64ULL << 20, 512ULL << 20, 4096ULL << 20}) {
    CHECK(in_flight_share(budget) + 2 * segment_share(budget) <= budget);
    CHECK(in_flight_share(budget) > 0);
  }
  CHECK(in_flight_share(1) == in_flight_share(64ULL << 20));  // no run is possible with less
  CHECK(in_flight_bytes(1000) == 48'000);
}

TEST_CASE("memory shares: what is in flight is bounded in bytes, and not above 64 files") {
  const auto window = in_flight_window(64ULL << 20, [](std::size_t i) { return i * 10; });
  CHECK(window.items == 64);
  CHECK(window.bytes == in_flight_share(64ULL << 20));
  CHECK(window.bytes_of(7) == 70);
}

TEST_CASE("memory shares: together within the budget, down to the least one") {
  for (const std::uint64_t budget : {64ULL << 20, 1ULL << 30, 4ULL << 30}) {
    CHECK(in_flight_share(budget) + 2 * segment_share(budget) + batch_share(budget) <= budget);
    CHECK(batch_share(budget) <= 16ULL << 20);
  }
  CHECK(in_flight_share(0) == in_flight_share(64ULL << 20));
}

}  // namespace codeweaver::engine
