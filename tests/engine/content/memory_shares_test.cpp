// Tests of the shares of a memory budget: a run's files and its segment fit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/memory_shares.hpp"

#include <doctest/doctest.h>

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

}  // namespace codeweaver::engine
