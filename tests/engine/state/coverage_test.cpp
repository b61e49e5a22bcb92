// Tests of the coverage of an index: how long a search waits for the first index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/coverage.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>

namespace codeweaver::engine {

TEST_CASE("first index: a search waits the least in any case, and the most where that is enough") {
  using std::chrono::milliseconds;
  const auto waits = [](int waited, std::optional<double> left) {
    return keeps_waiting(milliseconds(waited), milliseconds(1500), milliseconds(8000), left);
  };
  CHECK(waits(0, std::nullopt));
  CHECK(waits(1499, 3600));
  CHECK_FALSE(waits(1500, std::nullopt));  // nobody says that it is worth it
  CHECK(waits(1500, 6.4));
  CHECK_FALSE(waits(1500, 6.6));
  CHECK(waits(7000, 0.9));  // measured anew all the time
  CHECK_FALSE(waits(7000, 1.1));
  CHECK_FALSE(waits(8000, 0.0));
  CHECK_FALSE(keeps_waiting(milliseconds(1500), milliseconds(1500), milliseconds(0), 0.0));
  CHECK(keeps_waiting(milliseconds(900), milliseconds(1500), milliseconds(0), std::nullopt));
}

}  // namespace codeweaver::engine
